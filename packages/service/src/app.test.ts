import { call } from '@app/contracts/call'
import { AppError } from '@app/contracts/errors'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createLog, createServiceApp } from '.'
import { apiOf, gets } from './api.fixture'
import { serve } from './serve'

const echo = call({
  id: 'echo',
  method: 'post',
  path: '/api/echo',
  access: 'public',
  limit: 'write',
  audit: false,
  body: { schema: v.strictObject({ name: v.pipe(v.string('Name is required'), v.minLength(2, 'Name is too short')) }) },
  response: { 200: v.object({ name: v.string() }) },
  errors: ['invalid_input'],
})
const read = { method: 'get', access: 'public', limit: 'read', response: { 200: v.object({ b: v.string() }) } } as const
const boom = call({ ...read, id: 'boom', path: '/api/boom' })
const unavailable = call({ ...read, id: 'unavailable', path: '/api/unavailable' })
const wrong = call({ ...read, id: 'wrong', path: '/api/wrong' })

const routes = [
  serve(echo, ({ body }) => body),
  serve(boom, () => {
    throw new Error('mongodb://user:pass@host is broken')
  }),
  serve(unavailable, () => {
    throw new RangeError('pool')
  }),
  serve(wrong, () => ({ a: 1 })),
]

function setup(checks = {}) {
  const { send: request } = apiOf(routes, {
    checks,
    maxBodyBytes: 200,
    translate: (error) => (error instanceof RangeError ? new AppError('unavailable', 'Come back later.') : undefined),
  })
  const send = (path: string, init: Parameters<typeof request>[1] = {}) => request(path, init)
  const post = (text: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    send('/api/echo', { method: 'POST', body: text, headers: { 'sec-fetch-site': 'same-origin', ...headers } })
  return { send, post }
}

/** A scrape may come from the cache of the last second. */
async function until<T>(ask: () => Promise<T | false>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer !== false) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function failure(answer: Response) {
  return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) }
}

test('a good body comes through', async () => {
  const answer = await setup().post('{"name":"Ada"}')
  expect([answer.status, await answer.json()]).toEqual([200, { name: 'Ada' }])
})

test('a body that breaks the rules is answered field by field', async () => {
  expect(await failure(await setup().post('{"name":"A"}'))).toMatchObject({
    status: 422,
    code: 'invalid_input',
    error: 'Name is too short',
    fields: { name: 'Name is too short' },
  })
})

test('an unsupported method is 405 with the allowed ones; an unknown path is 404', async () => {
  const { send } = setup()
  for (const method of ['GET', 'PUT', 'DELETE', 'BREW']) {
    const answer = await send('/api/echo', { method })
    expect(await failure(answer)).toMatchObject({ status: 405, code: 'method_not_allowed' })
    expect(answer.headers.get('allow')).toBe('POST')
  }
  const answer = await send('/api/boom', { method: 'POST' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect((await send('/api/echo/more', { method: 'POST' })).headers.has('allow')).toBe(false)
  expect(await failure(await send('/api/echo/more'))).toMatchObject({ status: 404, code: 'not_found' })
})

test.each([
  ['an unknown field', '{"name":"Ada","role":"admin"}', 422, 'invalid_input'],
  ['an operator object', '{"name":{"$gt":""}}', 422, 'invalid_input'],
  ['no object', '"Ada"', 400, 'invalid_request'],
  ['broken JSON', '{"name":', 400, 'invalid_request'],
  ['a prototype key', '{"name":"Ada","__proto__":{"x":1}}', 400, 'invalid_request'],
  ['deep nesting', `${'['.repeat(20)}${']'.repeat(20)}`, 400, 'invalid_request'],
  ['a large body', JSON.stringify({ name: 'x'.repeat(300) }), 413, 'payload_too_large'],
])('%s is refused', async (_, text, status, code) => {
  const answer = await setup().post(text, { 'content-type': 'application/json', 'content-length': String(text.length) })
  expect(await failure(answer)).toMatchObject({
    status,
    code,
    error: expect.any(String),
    requestId: expect.any(String),
  })
})

test.each<Record<string, string>>([
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-length': '14' },
])('only JSON is taken: %o', async (headers) => {
  const answer = await setup().post('{"name":"Ada"}', headers)
  expect(await failure(answer)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
})

test('a large body without Content-Length is measured', async () => {
  const answer = await setup().post(JSON.stringify({ name: 'é'.repeat(100) }))
  expect(await failure(answer)).toMatchObject({ status: 413, code: 'payload_too_large' })
})

test('malformed JSON is reported as such', async () => {
  expect(await failure(await setup().post('{"name":'))).toMatchObject({ error: 'The request body is not valid JSON.' })
})

test('an inner failure shows a fixed text only', async () => {
  const answer = await failure(await setup().send('/api/boom'))
  expect(answer).toMatchObject({ status: 500, code: 'internal' })
  expect(JSON.stringify(answer)).not.toContain('mongodb')
})

test('an answer of the wrong shape is a server error, not the visitor’s', async () => {
  expect(await failure(await setup().send('/api/wrong'))).toMatchObject({ status: 500, code: 'internal' })
})

test('a storage error that is known gets its own answer', async () => {
  const answer = await setup().send('/api/unavailable')
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(await failure(answer)).toMatchObject({ status: 503, error: 'Come back later.' })
})

test('an unknown path is a JSON 404', async () => {
  expect(await failure(await setup().send('/nowhere'))).toMatchObject({ status: 404, code: 'not_found' })
})

test('the request id of Nginx is kept, a hostile one replaced', async () => {
  const { send } = setup()
  const ask = async (id: string) =>
    (await send('/nowhere', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
  expect(await ask('0123456789abcdef')).toBe('0123456789abcdef')
  expect(await ask('<script>alert(1)</script>')).toMatch(/^[0-9a-f]{32}$/)
})

test('a request beyond the limit is counted, though it is never handled', async () => {
  const app = createServiceApp({ log: createLog('test', 'silent'), maxConcurrent: 0 }).listen({ port: 0 })
  const url = `http://127.0.0.1:${app.server!.port}`
  const shed = async () => /^http_requests_shed_total (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1]
  expect((await fetch(`${url}/anything`)).status).toBe(503)
  expect(await until(async () => (await shed()) === '1')).toBe(true)
  await app.stop(true)
})

test('the log has the id of a request whose answer sets several cookies', async () => {
  const cookies = call({ ...gets, path: '/api/cookies' })
  const { send, lines } = apiOf([
    serve(cookies, ({ set }) => {
      set.headers['set-cookie'] = ['a=1', 'b=2']
      return { ok: true }
    }),
  ])
  const answer = await send('/api/cookies', { headers: { 'x-request-id': '0123456789abcdef' } })
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  await until(async () => lines.length > 0)
  expect(lines).toMatchObject([{ requestId: '0123456789abcdef', route: '/api/cookies', status: 200 }])
})

test('readiness follows the dependencies, health does not', async () => {
  const { send } = setup({ mongo: async () => {}, redis: () => Promise.reject(new Error('gone')) })
  const health = await send('/healthz')
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok', version: 'unknown' }])
  const answer = await send('/readyz')
  expect([answer.status, await answer.json()]).toEqual([503, { ready: false, checks: { mongo: true, redis: false } }])
})

test('metrics label routes by their pattern, never by the requested path, and are not served through Nginx', async () => {
  const { send, post } = setup()
  await post('{"name":"Ada"}')
  await send('/nowhere/at-all-8271')
  await send('/nowhere', { method: 'PROPFIND' })
  const through = await send('/metrics', { headers: { 'x-real-ip': '203.0.113.9' } })
  expect(await failure(through)).toMatchObject({ status: 404, code: 'not_found' })

  const text = await until(async () => {
    const answer = await send('/metrics')
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    const text = await answer.text()
    return text.includes('method="other"') && text
  })
  expect(text).toContain('http_request_duration_seconds_count{method="POST",route="/api/echo",status="200"}')
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="unmatched",status="404"}')
  expect(text).not.toMatch(/at-all-8271|PROPFIND|healthz|\/metrics/)
})
