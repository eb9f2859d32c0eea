import type { Call, ParameterSchema } from '@app/contracts/call'
import { AppError, type FieldErrors, notFound } from '@app/contracts/errors'
import * as v from 'valibot'

type Issues = readonly v.BaseIssue<unknown>[]

const maxQueryLength = 4_096
/** The most values that another product may send as one list. */
const maxTogether = 100
const parser = (schema: v.GenericSchema, refuse: (issues: Issues) => AppError) => (value: unknown) => {
  const parsed = v.safeParse(schema, value, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  throw refuse(parsed.issues)
}

function fieldErrors(issues: Issues): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of issues) fields[v.getDotPath(issue) ?? ''] ??= issue.message
  return fields
}

const malformed = (issues: Issues) => new AppError('invalid_request', issues[0]!.message)
export const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The query of a request. @throws AppError `invalid_request` when it is too long */
export function queryOf(request: Request): URLSearchParams {
  const at = request.url.indexOf('?')
  if (at < 0) return new URLSearchParams()
  if (request.url.length - at > maxQueryLength) throw new AppError('invalid_request', 'The query is too long')
  return new URLSearchParams(request.url.slice(at))
}

function bodyParser({ body, errors }: Call) {
  if (!body) return undefined
  const { schema, optional, type, isForeign } = body
  const hasFields = errors?.includes('invalid_input')
  const parse = parser(schema, (issues) =>
    hasFields
      ? new AppError('invalid_input', issues[0]!.message, fieldErrors(issues))
      : new AppError('invalid_request', 'The request is not valid.'),
  )
  return (value: unknown) => {
    const given = optional ? (value ?? {}) : value
    if (isForeign && Array.isArray(given)) {
      if (given.length > maxTogether) throw new AppError('invalid_request', `Send at most ${maxTogether} together.`)
      return given.map(parse)
    }
    if (!type && !isObject(given)) throw new AppError('invalid_request', 'Send the data as a JSON object.')
    return parse(given)
  }
}

const headerParser = (schema: ParameterSchema) => {
  const names = Object.keys(schema.entries)
  const parse = parser(schema, ([issue]) => {
    const name = String(issue!.path?.[0]?.key)
    return new AppError('invalid_request', `${name} is missing or not valid.`)
  })
  return ({ headers }: Request) =>
    parse(Object.fromEntries(names.map((name) => [name, headers.get(name) ?? undefined])))
}

/** The parsers of the parts a call has; what it has not is not parsed. */
export const inputParsers = (call: Call) => ({
  params: call.params && parser(call.params, () => notFound()),
  query: call.query && parser(call.query, malformed),
  headers: call.headers && headerParser(call.headers),
  body: bodyParser(call),
})
