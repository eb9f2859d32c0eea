import { AppError, type ErrorCode, statusByCode } from '@app/contracts/errors'
import * as v from 'valibot'
import { withSession } from './session-watch'

const timeout = 15_000

/** What any failing answer may hold; the parts are read one by one, since a proxy may answer in a service's place. */
const failureBody = v.object({
  error: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  code: v.optional(v.fallback(v.string(), ''), ''),
  fields: v.optional(v.record(v.string(), v.string())),
  requestId: v.optional(v.string()),
})

type Options = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON; a form with files is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Milliseconds until it is given up. */
  within?: number
  /** Whether an answer that the browser keeps is asked about again. */
  cache?: RequestCache
  /** A 401 is an answer like any other: nobody is asked to sign in because of it. */
  anonymous?: boolean
}

/**
 * The only way to the services. Resolves with an answer of the given shape, or throws an AppError. Where the session
 * has ended, the answer comes after the person signed in again (see session-watch.ts).
 */
export const request = <S extends v.GenericSchema>(shape: S, path: string, options: Options = {}) =>
  options.anonymous ? ask(shape, path, options) : withSession(() => ask(shape, path, options))

/**
 * An answer to be read piece by piece. There is no limit on its time once it has begun, since it may be of any length;
 * `signal` ends it.
 */
export const requestStream = (path: string, signal: AbortSignal) =>
  withSession(async () => {
    const response = await reach(path, { signal })
    if (!response.ok) throw failure(response, parse(await response.text()))
    return response
  })

async function ask<S extends v.GenericSchema>(shape: S, path: string, options: Options) {
  const { response, body } = await send(path, options)
  if (!response.ok) throw failure(response, body)
  const answer = v.safeParse(shape, body)
  if (answer.success) return answer.output
  throw new AppError('unreadable_answer', 'The answer of the server could not be read.', undefined, {
    status: response.status,
  })
}

async function send(path: string, options: Options) {
  const late = AbortSignal.timeout(options.within ?? timeout)
  const response = await reach(path, options, late)
  try {
    return { response, body: parse(await response.text()) }
  } catch (cause) {
    throw noAnswer(cause, options.signal, late)
  }
}

async function reach(path: string, { method = 'GET', body, headers, signal, cache }: Options, late?: AbortSignal) {
  const isForm = body instanceof FormData
  try {
    return await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || isForm ? body : JSON.stringify(body),
      credentials: 'same-origin',
      cache,
      signal: signal && late ? AbortSignal.any([signal, late]) : (signal ?? late),
    })
  } catch (cause) {
    throw noAnswer(cause, signal, late)
  }
}

/** Whoever cancelled a call does not wait for an explanation of ours. */
function noAnswer(cause: unknown, cancelled?: AbortSignal, late?: AbortSignal) {
  if (cancelled?.aborted) return cause
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

/** The whole body is the cause: a conflict, for one, brings the record as it is now. */
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
