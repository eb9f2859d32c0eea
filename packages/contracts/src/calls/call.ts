import * as v from 'valibot'
import type { statusByCode } from '../errors'
import { objectIdPattern } from '../object-id'
import type { Access } from '../users'

export type ServerErrorCode = keyof typeof statusByCode

export type Answer = {
  description: string
  /** What a JSON answer holds; left out where there is none. */
  schema?: v.GenericSchema
  example?: unknown
  /** Media types of an answer that is not JSON. */
  type?: string | readonly string[]
  headers?: Readonly<Record<string, string>>
}

/**
 * One call of the API: its route and the OpenAPI document are both derived from it. Descriptions and examples of single
 * parameters are in their schemas (`v.description`, `v.examples`).
 */
export type Call = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** As Elysia writes it: `/api/tables/:table`. */
  path: `/api/${string}`
  access: Access
  /** A path that does not fit is 404. */
  params?: ParameterSchema
  /** A query that does not fit is 400. */
  query?: ParameterSchema
  /** Documented only: what it may hold depends on the table, so the handler parses it. */
  tableQuery?: ParameterSchema
  /** Documented only: handlers read the headers they need. */
  headers?: ParameterSchema
  /** A body that does not fit is 422 with a message for each field, or 400 where `errors` has no `invalid_input`. */
  body?: {
    schema: v.GenericSchema
    description?: string
    example?: unknown
    optional?: true
    type?: 'multipart/form-data' | 'application/reports+json'
  }
  /** By status. */
  response: Readonly<Record<number, Answer>>
  /** Why it may fail, beside what may happen to every call. */
  errors?: Partial<Record<ServerErrorCode, string>>
  /** What the error of this status holds beside the usual. */
  errorDetails?: Readonly<Record<number, v.GenericSchema>>
  detail: { id: string; tag: string; summary: string; description: string }
}

export type ParameterSchema = v.ObjectSchema<v.ObjectEntries, undefined>

export const call = <const C extends Call>(given: C): C => given

/** A parameter with its text and an example for the API reference. */
export const parameter = <S extends v.GenericSchema>(schema: S, description: string, example: v.InferInput<S>) =>
  v.pipe(schema, v.description(description), v.examples([example]))

export const pageNumber = parameter(
  v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/)), '1'),
  'From 1; 50 to a page.',
  '1',
)

export const exampleId = '6b0144c8eeb0df06111a9a1e'

export const idOf = (what: string) =>
  parameter(
    v.pipe(v.string(), v.regex(objectIdPattern)),
    `The id of ${what}: 24 hex digits. Anything else is not found.`,
    exampleId,
  )

export const ifMatch = v.object({
  'If-Match': parameter(
    v.optional(v.string()),
    'The `updated_at` that the editor has seen.',
    '"2026-05-01T10:00:00.000Z"',
  ),
})
