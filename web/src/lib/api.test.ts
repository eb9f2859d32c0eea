import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { answers } from '#testing/answers'
import { request } from './api'

const schema = v.object({ id: v.string() })
const failing = (path = '/api/x') =>
  request(schema, path).then(
    () => expect.unreachable(),
    (error) => error,
  )

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the response comes back as its schema says', async () => {
  answers({ '/api/x': [200, { id: 'a', more: true }] })
  expect(await request(schema, '/api/x')).toEqual({ id: 'a' })
})

test("a failure carries the server's text, code, fields and request id", async () => {
  answers({
    '/api/x': [422, { error: 'No.', code: 'invalid_input', fields: { name: 'Name is required' }, requestId: 'r' }],
  })
  const error = await failing()
  expect(error).toMatchObject({ message: 'No.', code: 'invalid_input', status: 422, requestId: 'r' })
  expect(error.fields).toEqual({ name: 'Name is required' })
})

test('a code that we do not know is taken from the status', async () => {
  answers({ '/api/x': [404, { error: 'Gone.', code: 'strange' }], '/api/y': [418, { error: 'Tea.' }] })
  expect(await failing()).toMatchObject({ message: 'Gone.', code: 'not_found', status: 404 })
  expect(await failing('/api/y')).toMatchObject({ message: 'Tea.', code: 'internal', status: 418 })
})

test('a failure without a readable text names its status', async () => {
  answers({ '/api/x': [502, '<html>Bad Gateway</html>'], '/api/y': [500, { error: ' ' }] })
  expect(await failing()).toMatchObject({
    message: 'Request failed with status 502',
    code: 'unreadable_answer',
    status: 502,
  })
  expect(await failing('/api/y')).toMatchObject({ message: 'Request failed with status 500' })
})

test('a success that is not JSON or does not match the schema is unreadable', async () => {
  answers({ '/api/x': [200, '<html>'], '/api/y': [200, { id: 7 }] })
  expect(await failing()).toMatchObject({ code: 'unreadable_answer', status: 200 })
  expect(await failing('/api/y')).toMatchObject({ code: 'unreadable_answer' })
})

test('no network is a network error', async () => {
  answers({ '/api/x': 'offline' })
  expect(await failing()).toMatchObject({ code: 'offline', message: 'Network error. Please try again.', status: 0 })
})

const never = () =>
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )

test('an answer that takes more than 15 seconds is given up', async () => {
  never()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('late')))
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => signal?.throwIfAborted())
  expect(await failing()).toMatchObject({ code: 'timed_out', status: 0 })
  expect(timeout).toHaveBeenCalledWith(15_000)
})

test('a call that its caller cancels fails with the reason of the caller', async () => {
  never()
  const caller = new AbortController()
  const call = request(schema, '/api/x', { signal: caller.signal })
  caller.abort(new Error('left the page'))
  await expect(call).rejects.toThrow('left the page')
})

test('a temporary refusal says when to try again', async () => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response('{"error":"Slow down.","code":"too_many_requests"}', {
        status: 429,
        headers: { 'retry-after': '90' },
      }),
  )
  expect(await failing()).toMatchObject({ code: 'too_many_requests', retryAfter: 90 })
})
