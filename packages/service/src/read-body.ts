import type { CallBody } from '@app/contracts/calls/call'
import { AppError } from '@app/contracts/errors'

/** Of what our own clients send. */
const ownLimits = { maxDepth: 8, maxKeys: 200 }
/** Of what other products send. */
const foreignLimits = { maxDepth: 16, maxKeys: 4_000 }
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

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

/**
 * Parses a body. Refuses deep nesting, too many keys, and keys that reach a prototype. Of a repeated key the last one
 * counts, as with JSON.parse.
 */
export function parseJson(text: string, { maxDepth, maxKeys } = ownLimits): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('invalid_request', 'The request body is not valid JSON.')
  }
  if (count(value, 1, maxDepth) > maxKeys)
    throw new AppError('invalid_request', `The JSON has more than ${maxKeys} keys.`)
  return value
}

const withBody = new Set(['POST', 'PUT', 'PATCH'])
const tooLarge = () => new AppError('payload_too_large', 'The request is too large.')

/** What a call accepts as its body. */
export type BodyRules = Pick<CallBody, 'type' | 'types'> & { maxBytes: number }

/** Refuses a body of the wrong size or type before any of it is read. */
export function checkBodyHeaders({ method, headers }: Request, { type, types = [], maxBytes }: BodyRules): void {
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
  if (!accepted.includes(given ?? '') && !(isEmpty && given === undefined))
    throw new AppError('unsupported_media_type', `Send the data as ${accepted.join(' or ')}.`)
}

/** Bodies without Content-Length are measured as well. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const text = await request.text()
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes) throw tooLarge()
  return text
}

const formType = 'application/x-www-form-urlencoded'

/** The value of a body that another product has sent: of a form an object of its texts. */
export function parseForeign(text: string, { headers }: Request): unknown {
  if (headers.get('content-type')?.toLowerCase().startsWith(formType)) {
    const pairs = [...new URLSearchParams(text)]
    if (pairs.length > foreignLimits.maxKeys) throw new AppError('invalid_request', 'The form has too many fields.')
    return Object.fromEntries(pairs.filter(([key]) => !forbiddenKeys.has(key)))
  }
  return text === '' ? null : parseJson(text, foreignLimits)
}

/** The value of a JSON body; null when it is empty. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const text = await readText(request, maxBytes)
  return text === '' ? null : parseJson(text)
}
