import type { Call } from '@app/contracts/calls/call'
import { AppError, type FieldErrors } from '@app/contracts/errors'
import * as v from 'valibot'

type Schema = v.GenericSchema
type Issues = readonly v.BaseIssue<unknown>[]
type Part<C extends Call, Name extends 'params' | 'query'> = C[Name] extends Schema ? { [N in Name]: C[Name] } : unknown
type Body<C extends Call> = C['body'] extends { schema: infer S extends Schema; type?: never } ? { body: S } : unknown
export type CallRoute<C extends Call> = Part<C, 'params'> &
  Part<C, 'query'> &
  Body<C> & { access: C['access']; detail: C['detail'] }

let checksResponses = false

/** Tests switch this on: an answer that its contract does not describe becomes a 500. */
export const checkResponses = () => {
  checksResponses = true
}

/** A schema for Elysia that throws our error: Elysia's own would flatten the issues and quote what was sent. */
const standardSchema = (parse: (value: unknown) => unknown) => ({
  '~standard': { version: 1, vendor: 'valibot', validate: (value: unknown) => ({ value: parse(value) }) },
})

const parser = (schema: Schema, refuse: (issues: Issues) => AppError) => (value: unknown) => {
  const parsed = v.safeParse(schema, value, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  throw refuse(parsed.issues)
}

function fieldErrors(issues: Issues): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of issues) fields[v.getDotPath(issue) ?? ''] ??= issue.message
  return fields
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

function bodyParser({ schema, optional }: NonNullable<Call['body']>, isForm: boolean) {
  const parse = parser(schema, (issues) =>
    isForm
      ? new AppError('invalid_input', issues[0]!.message, fieldErrors(issues))
      : new AppError('invalid_request', 'The request is not valid.'),
  )
  return (value: unknown) => {
    const given = optional ? (value ?? {}) : value
    if (!isObject(given)) throw new AppError('invalid_request', 'Send the data as a JSON object.')
    return parse(given)
  }
}

const responseSchemas = ({ response }: Call) =>
  Object.fromEntries(Object.entries(response).flatMap(([status, { schema }]) => (schema ? [[status, schema]] : [])))

/**
 * What Elysia needs to know of a call beside its method, path and handler:
 * `app.get(listRecords.path, handler, callRoute(listRecords))`.
 */
export function callRoute<const C extends Call>(call: C): CallRoute<C> {
  const { params, query, body, errors, access, detail } = call
  const notFound = () => new AppError('not_found', 'Not found.')
  const malformed = (issues: Issues) => new AppError('invalid_request', issues[0]!.message)
  return {
    ...(params && { params: standardSchema(parser(params, notFound)) }),
    ...(query && { query: standardSchema(parser(query, malformed)) }),
    ...(body && !body.type && { body: standardSchema(bodyParser(body, errors?.invalid_input !== undefined)) }),
    ...(checksResponses && { response: responseSchemas(call) }),
    access,
    detail,
  } as unknown as CallRoute<C>
}
