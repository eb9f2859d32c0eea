import { AppError, type ErrorCode, statusByCode } from '@app/contracts/errors'
import * as v from 'valibot'
import { acceptsJson, dropEarly, takeEarly } from './early-answers'

const timeout = 15_000

/** Fields of an error answer, each optional, since a proxy may answer instead of a service. */
const failureBody = v.object({
  error: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  code: v.optional(v.fallback(v.string(), ''), ''),
  fields: v.optional(v.record(v.string(), v.string())),
  requestId: v.optional(v.string()),
})

export type RequestOptions = {
  method?: string
  body?: string | FormData
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Timeout in milliseconds. */
  within?: number
  /** The mode of the HTTP cache. */
  cache?: RequestCache
  /** A 401 is returned to the caller; the sign-in dialog does not open. */
  anonymous?: boolean
}

type Around = <T>(call: () => Promise<T>) => Promise<T>
let around: Around = (call) => call()
/** Every call that is not anonymous runs in it: pages of staff watch the session there, which visitors do not load. */
export function runCallsIn(next: Around): void {
  around = next
}

/**
 * The only way to call the services. Resolves with an answer of the given schema, or throws an AppError. After an ended
 * session the promise settles once the user has signed in again (see session-watch.ts).
 */
export const request = <S extends v.GenericSchema>(schema: S, path: string, options: RequestOptions = {}) =>
  options.anonymous ? ask(schema, path, options) : around(() => ask(schema, path, options))

/**
 * A streamed answer. It has no timeout, since a stream may be of any length; `signal` aborts it.
 */
export const requestStream = (path: string, signal: AbortSignal) =>
  around(async () => {
    const response = await reach(path, { signal })
    if (!response.ok) throw failure(response, parse(await response.text()))
    return response
  })

async function ask<S extends v.GenericSchema>(schema: S, path: string, options: RequestOptions) {
  const { response, body } = await send(path, options)
  if (!response.ok) throw failure(response, body)
  const answer = v.safeParse(schema, body)
  if (answer.success) return answer.output
  throw new AppError('unreadable_answer', "The server's response could not be read.", undefined, {
    status: response.status,
  })
}

async function send(path: string, options: RequestOptions) {
  const late = AbortSignal.timeout(options.within ?? timeout)
  const response = await reach(path, options, late)
  try {
    return { response, body: parse(await response.text()) }
  } catch (cause) {
    throw noAnswer(cause, options.signal, late)
  }
}

async function reach(
  path: string,
  { method = 'GET', body, headers, signal, cache }: RequestOptions,
  late?: AbortSignal,
) {
  if (method !== 'GET') dropEarly()
  try {
    const early = method === 'GET' && cache === undefined ? await takeEarly(path) : undefined
    signal?.throwIfAborted()
    if (early) return early
    return await fetch(path, {
      method,
      headers: { ...acceptsJson, ...headers },
      body,
      credentials: 'same-origin',
      cache,
      signal: signal && late ? AbortSignal.any([signal, late]) : (signal ?? late),
    })
  } catch (cause) {
    throw noAnswer(cause, signal, late)
  }
}

/** A canceled call rejects with its own abort reason. */
function noAnswer(cause: unknown, canceled?: AbortSignal, late?: AbortSignal) {
  if (canceled?.aborted) return cause
  if (late?.aborted)
    return new AppError('timed_out', 'The server took too long to answer. Please try again.', undefined, { cause })
  return new AppError('offline', 'Network error. Please try again.', undefined, { cause })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The body is kept as the cause: a conflict carries the current record. */
function failure({ status, headers }: Response, body: unknown) {
  const read = v.safeParse(failureBody, body)
  if (!read.success)
    return new AppError('unreadable_answer', `Request failed with status ${status}`, undefined, { status })
  const { error, code, fields, requestId } = read.output
  const known = code in statusByCode ? (code as ErrorCode) : codeOf(status)
  const retryAfter = Number(headers.get('retry-after')) || undefined
  return new AppError(known, error, fields, { status, requestId, retryAfter, cause: body })
}

const codeOf = (status: number): ErrorCode => {
  const known = Object.entries(statusByCode).find(([, value]) => value === status)
  return (known?.[0] as ErrorCode | undefined) ?? 'internal'
}
