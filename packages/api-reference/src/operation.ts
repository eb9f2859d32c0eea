import type { statusByCode } from '@app/contracts/errors'
import type { GenericSchema } from 'valibot'

export type Method = 'get' | 'post' | 'put' | 'delete'
export type ErrorCode = keyof typeof statusByCode

export type Parameter = {
  in: 'path' | 'query' | 'header'
  name: string
  description: string
  schema: Record<string, unknown>
  example?: unknown
}

export type Answer = {
  description: string
  /** What a JSON answer holds; left out where there is none. */
  schema?: GenericSchema
  example?: unknown
  /** Another type than JSON: the answer is bytes then. */
  type?: string
  headers?: Record<string, string>
}

/** One call, as the reference tells of it. */
export type Operation = {
  method: Method
  /** As OpenAPI writes it: `/api/tables/{table}`. */
  path: string
  id: string
  tag: string
  summary: string
  description: string
  /** Who may call it. */
  for: 'everybody' | 'signed-in' | 'admins'
  parameters?: Parameter[]
  body?: { description?: string; schema?: GenericSchema; example?: unknown; type?: string; optional?: true }
  answers: Record<number, Answer>
  /** Why it may fail, beside what may happen to every call. */
  fails?: Partial<Record<ErrorCode, string>>
  /** What an error of this status says beside the usual. */
  failsWith?: Record<number, GenericSchema>
}

export const recordId = '6b0144c8eeb0df06111a9a1e'

export const pathParameter = (name: string, description: string, example: unknown, schema = {}): Parameter => ({
  in: 'path',
  name,
  description,
  example,
  schema: { type: 'string', ...schema },
})

export const idParameter = (of: string): Parameter =>
  pathParameter('id', `The id of ${of}: 24 hex digits. Anything else is not found.`, recordId, {
    pattern: '^[0-9a-f]{24}$',
  })
