import type { CallBody } from '@app/contracts/call'
import { AppError } from '@app/contracts/errors'

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
export type BodyRules = Pick<CallBody, 'type' | 'types' | 'isForeign'> & { maxBytes: number }

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

/** Bodies without Content-Length are measured as well. */
async function readText(request: Request, maxBytes: number): Promise<string> {
  const text = await request.text()
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes) throw tooLarge()
  return text
}

export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const bytes = await request.bytes()
  if (bytes.length > maxBytes) throw tooLarge()
  return bytes
}

/** The value of a JSON body; null when it is empty. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const text = await readText(request, maxBytes)
  return text === '' ? null : parseJson(text)
}
