import type { Call, CallBody, ParameterSchema } from '@app/contracts/call'
import { AppError, type FieldErrors, notFound } from '@app/contracts/errors'
import * as v from 'valibot'

/** Of what our own clients send. */
const ownLimits = { maxDepth: 8, maxKeys: 200 }
/** Of what other products send. */
export const foreignLimits = { maxDepth: 16, maxKeys: 4_000 }
export const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

function count(value: unknown, depth: number, maxDepth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth > maxDepth) throw new AppError('invalid_request', `The JSON is nested deeper than ${maxDepth} levels.`)
  let keys = 0
  // Only the keys of objects count: how long a list may be is for the contract to say.
  const weight = Array.isArray(value) ? 0 : 1
  for (const key of Object.keys(value)) {
    if (forbiddenKeys.has(key)) throw new AppError('invalid_request', 'The JSON holds a key that is not allowed.')
    keys += weight + count((value as Record<string, unknown>)[key], depth + 1, maxDepth)
  }
  return keys
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown

/**
 * Parses a body. Refuses deep nesting, too many keys, and keys that reach a prototype. Of a repeated key the last one
 * counts, as with JSON.parse.
 */
export function parseJson(text: string, { maxDepth, maxKeys } = ownLimits, revive?: Reviver): unknown {
  let value: unknown
  try {
    value = JSON.parse(text, revive)
  } catch (cause) {
    throw new AppError('invalid_request', 'The request body is not valid JSON.', undefined, { cause })
  }
  if (count(value, 1, maxDepth) > maxKeys)
    throw new AppError('invalid_request', `The JSON has more than ${maxKeys} keys.`)
  return value
}

const withBody = new Set(['POST', 'PUT', 'PATCH'])
const tooLarge = () => new AppError('payload_too_large', 'The request is too large.')

/** True for media types in which other products send values: JSON of any kind, forms, text, or none at all. */
function isForeignType(type: string): boolean {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  const known = ['', 'application/json', 'text/json', 'text/plain', 'application/octet-stream', ...forms]
  return known.includes(type) || /^application\/[\w.-]{1,60}\+json$/.test(type)
}

/** The bodies that a call accepts. */
type BodyRules = Pick<CallBody, 'type' | 'types' | 'isForeign'> & { maxBytes: number }

/** Refuses a body of the wrong size or type before any of it is read. */
export function checkBodyHeaders(
  { method, headers }: Request,
  { type, types = [], isForeign, maxBytes }: BodyRules,
): void {
  if (!withBody.has(method)) return
  const length = headers.get('content-length')
  if (Number(length) > maxBytes) throw tooLarge()
  const given = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === 'multipart/form-data') {
    if (given !== type) throw new AppError('unsupported_media_type', 'Send the file in a form.')
    return
  }
  const isEmpty = length === '0' || (length === null && !headers.has('transfer-encoding'))
  const accepted = types.length > 0 ? types : [type ?? 'application/json']
  if (isForeign ? isForeignType(given ?? '') : accepted.includes(given ?? '') || (isEmpty && given === undefined))
    return
  throw new AppError('unsupported_media_type', `Send the data as ${accepted.join(' or ')}.`)
}

export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const bytes = await request.bytes()
  if (bytes.length > maxBytes) throw tooLarge()
  return bytes
}

/** The value of a JSON body; null when it is empty. Bodies without Content-Length are measured as well. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const text = await request.text()
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes) throw tooLarge()
  return text === '' ? null : parseJson(text)
}

/** The end of the text that begins at a place of valid JSON. */
function textEnd(json: string, from: number): number {
  let at = from + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}

/** A name that an object already has, at its last place. */
type Key = { from: number; to: number; count: number }

/**
 * Valid JSON in which every value of a repeated name is kept: the last one has the name, as JSON.parse reads it, those before are called
 * `name (2)`, `name (3)`. `repeated` are these names.
 */
export function withRepeatedKeys(json: string): { json: string; repeated: Set<string> } {
  const repeated = new Set<string>()
  const renamed: { from: number; to: number; name: string }[] = []
  const open: (Map<string, Key> | undefined)[] = []
  let isName = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '{' || sign === '[') open.push(sign === '{' ? new Map() : undefined)
    if (sign === '{' || sign === ',') isName = open.at(-1) !== undefined
    else if (sign === ':' || sign === '[') isName = false
    else if (sign === '}' || sign === ']') open.pop()
    else if (sign === '"') {
      const to = textEnd(json, at)
      if (isName) {
        const name = JSON.parse(json.slice(at, to)) as string
        const names = open.at(-1)!
        const before = names.get(name)
        const count = (before?.count ?? 0) + 1
        if (before) {
          repeated.add(name)
          renamed.push({ ...before, name: `${name} (${count})` })
        }
        names.set(name, { from: at, to, count })
      }
      at = to - 1
    }
  }
  if (renamed.length === 0) return { json, repeated }
  const pieces: string[] = []
  let rest = 0
  for (const { from, to, name } of renamed.toSorted((one, other) => one.from - other.from)) {
    pieces.push(json.slice(rest, from), JSON.stringify(name))
    rest = to
  }
  return { json: pieces.join('') + json.slice(rest), repeated }
}

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
