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
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** A 401 is an answer like any other: nobody is asked to sign in because of it. */
  anonymous?: boolean
}

/**
 * The only way to the services. Resolves with an answer of the given shape, or throws an AppError. Where the session
 * has ended, the answer comes after the person signed in again (see session-watch.ts).
 */
export const request = <S extends v.GenericSchema>(shape: S, path: string, options: Options = {}) =>
  options.anonymous ? ask(shape, path, options) : withSession(() => ask(shape, path, options))

async function ask<S extends v.GenericSchema>(shape: S, path: string, options: Options) {
  const { response, body } = await send(path, options)
  if (!response.ok) throw failure(response, body)
  const answer = v.safeParse(shape, body)
  if (answer.success) return answer.output
  throw new AppError('unreadable_answer', 'The answer of the server could not be read.', undefined, {
    status: response.status,
  })
}

async function send(path: string, { method = 'GET', body, headers, signal }: Options) {
  const late = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, late]) : late,
    })
    return { response, body: parse(await response.text()) }
  } catch (cause) {
    // Whoever cancelled a call does not wait for an explanation of ours.
    if (signal?.aborted) throw cause
    if (late.aborted)
      throw new AppError('timed_out', 'The server took too long to answer. Please try again.', undefined, { cause })
    throw new AppError('offline', 'Network error. Please try again.', undefined, { cause })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failure({ status, headers }: Response, body: unknown) {
  const read = v.safeParse(failureBody, body)
  if (!read.success)
    return new AppError('unreadable_answer', `Request failed with status ${status}`, undefined, { status })
  const { error, code, fields, requestId } = read.output
  const known = code in statusByCode ? (code as ErrorCode) : codeOf(status)
  const retryAfter = Number(headers.get('retry-after')) || undefined
  return new AppError(known, error, fields, { status, requestId, retryAfter })
}

const codeOf = (status: number): ErrorCode => {
  const known = Object.entries(statusByCode).find(([, value]) => value === status)
  return (known?.[0] as ErrorCode | undefined) ?? 'internal'
}
