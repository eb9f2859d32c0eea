import type * as v from 'valibot'
import type { statusByCode } from './errors'
import type { AuditPolicy, Policy } from './policy'

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
type DocOf<C extends Call> = {
  summary: string
  description: string
  body?: { description?: string; example?: unknown }
} & Exactly<ParameterNames<C>, ParameterDoc, 'parameters'> &
  Exactly<keyof C['response'] & number, ResponseDoc, 'responses'> &
  Exactly<ErrorCodes<C>, string, 'errors'>

/** A call and its prose, as the `docs` of its file list them for the API reference alone. */
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
export const doc = <const C extends Call>(call: C, prose: DocOf<C>): Untagged => ({
  ...(prose as unknown as Omit<Untagged, 'call'>),
  call,
})
type Untagged = Omit<CallDoc, 'tag'>

/** The calls of one section of the API reference. */
export const tagged = (tag: string, docs: readonly Untagged[]): CallDoc[] => docs.map((one) => ({ tag, ...one }))

export type ServerErrorCode = keyof typeof statusByCode
export type ParameterSchema = v.ObjectSchema<v.ObjectEntries, undefined>

/** A response that is not JSON. */
export type Media = { type: string | readonly string[] }

/** Of a response in JSON, in bytes: a list of as many records as there may be at once, each as large as a visitor may send it. */
export const maxResponseBytes = 4_000_000

type Path = `/api/${string}`

/** A call without its method, path and body. */
type Wire = Policy & {
  /** A path that does not fit is 404. */
  params?: ParameterSchema
  /** A query that does not fit is 400. */
  query?: ParameterSchema
  /** Documented only: what it may hold depends on the table, so the handler parses it. */
  tableQuery?: ParameterSchema
  /** The headers the handler reads. One that does not fit is 400. */
  headers?: ParameterSchema
  /** By status: a JSON body, another medium, or `null` for no body. The first success is the default of the handler. */
  response: Readonly<Record<number, v.GenericSchema | Media | null>>
  /** Of a response in JSON, in bytes; the default is `maxResponseBytes`. */
  maxResponseBytes?: number
  /** Why it may fail, apart from what its policy and its parts imply. */
  errors?: readonly ServerErrorCode[]
  /** Content of the error of this status besides the usual one. */
  errorDetails?: Readonly<Record<number, v.GenericSchema>>
  /** `same`: a read that only pages of this origin may cause. `any`: a change that any page may cause. */
  origin?: 'same' | 'any'
  /** It still works, and ends at `sunset` (days, YYYY-MM-DD); `instead` is the call that replaces it. */
  deprecated?: { since: string; sunset: string; instead?: string }
  /** A page of its own: a browser without a session is sent to the sign-in. */
  page?: true
}

export type CallBody = {
  schema: v.GenericSchema
  /** A missing body counts as an empty object. */
  optional?: true
  /** `multipart/form-data` needs the header `X-Requested-With`, which a form of another site cannot send. */
  type?: 'multipart/form-data' | 'application/reports+json' | 'application/x-www-form-urlencoded'
  /** Nothing of it is read: the rest of the request says everything. */
  isIgnored?: true
  /** The handler reads a form from the request as it arrives, so that none of it has to be in memory whole. */
  streamed?: true
  /** The media types that are accepted in place of JSON, all of which are read as JSON. */
  types?: readonly string[]
  /**
   * Other products send it, as JSON, a form or a text. Numbers that would be rounded are texts. A list of what the schema
   * describes is taken as well. The handler also gets the text as it came, to verify its signature.
   */
  isForeign?: true
  /** Bytes; the default is the service's. */
  maxBytes?: number
}

// A call that changes something says what the audit records of it, or that it records nothing.
type Reading = Wire & { body?: never; audit?: AuditPolicy }
type Removing = Wire & { body?: never; audit: AuditPolicy | false }
/** A body that does not fit is 422 with a message for each field, or 400 where `errors` has no `invalid_input`. */
type Writing = Wire & { body?: CallBody; audit: AuditPolicy | false }

/**
 * One call of the API: the only description of its address, its parts and its policy. The route, the browser's client and the
 * API reference are derived from it; prose and examples are in the `docs` of its file.
 */
export type Call = {
  /** The name of the exported constant; the `operationId` of the API reference. */
  id: string
  /** With parameters as `:name`: `/api/tables/:table`. */
  path: Path
} & (
  | ({ method: 'get' } & Reading)
  | ({ method: 'delete' } & Removing)
  | ({ method: 'post' | 'put' | 'patch' } & Writing)
)

export const call = <const C extends Call>(given: C): C => given

const callBy =
  <const Method extends Call['method'], Rest>(method: Method) =>
  <const Id extends string, const P extends Path, const Given extends Rest>(id: Id, path: P, given: Given) => ({
    id,
    method,
    path,
    ...given,
  })

// Pure, so that the build leaves those out that a page does not use.
export const get = /* @__PURE__ */ callBy<'get', Reading>('get')
export const remove = /* @__PURE__ */ callBy<'delete', Removing>('delete')
export const post = /* @__PURE__ */ callBy<'post', Writing>('post')
export const put = /* @__PURE__ */ callBy<'put', Writing>('put')
export const patch = /* @__PURE__ */ callBy<'patch', Writing>('patch')

export const isMedia = (response: v.GenericSchema | Media | null): response is Media =>
  response !== null && !('kind' in response)
