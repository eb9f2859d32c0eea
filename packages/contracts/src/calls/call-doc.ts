import type { Call, ServerErrorCode } from './call'

/** `isNeeded`: the route refuses a call without it, although the schema lets it be absent. */
export type ParameterDoc = { description: string; example?: unknown; isNeeded?: boolean }
export type ResponseDoc = { description: string; example?: unknown; headers?: Readonly<Record<string, string>> }

type Entries<C extends Call, Part extends 'params' | 'query' | 'tableQuery' | 'headers'> = C[Part] extends {
  entries: infer E
}
  ? keyof E & string
  : never
type ParameterNames<C extends Call> =
  | Entries<C, 'params'>
  | Entries<C, 'query'>
  | Entries<C, 'tableQuery'>
  | Entries<C, 'headers'>
type ErrorCodes<C extends Call> = C['errors'] extends readonly (infer Code extends ServerErrorCode)[] ? Code : never
type Exactly<Name extends string | number, Value, Key extends string> = [Name] extends [never]
  ? { [K in Key]?: undefined }
  : { [K in Key]: Readonly<Record<Name, Value>> }

/** The prose of one call: every parameter, response and error that the call names, and nothing else. */
export type DocOf<C extends Call> = {
  tag: string
  summary: string
  description: string
  body?: { description?: string; example?: unknown }
} & Exactly<ParameterNames<C>, ParameterDoc, 'parameters'> &
  Exactly<keyof C['response'] & number, ResponseDoc, 'responses'> &
  Exactly<ErrorCodes<C>, string, 'errors'>

export type CallDoc = {
  call: Call
  tag: string
  summary: string
  description: string
  body?: { description?: string; example?: unknown }
  parameters?: Readonly<Record<string, ParameterDoc>> | undefined
  responses: Readonly<Record<number, ResponseDoc>>
  errors?: Readonly<Partial<Record<ServerErrorCode, string>>> | undefined
}

/** Prose for the API reference, checked against the call it describes. */
export const doc = <const C extends Call>(call: C, prose: DocOf<C>): CallDoc => ({
  ...(prose as unknown as Omit<CallDoc, 'call'>),
  call,
})
