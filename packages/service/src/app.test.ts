import { AppError } from '@app/contracts/errors'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createLog, createServiceApp } from '.'

const body = v.strictObject({ name: v.pipe(v.string('Name is required'), v.minLength(2, 'Name is too short')) })

function setup(checks = {}) {
  const app = createServiceApp({
    log: createLog('test', 'silent'),
    checks,
    maxBodyBytes: 200,
    translate: (error) => (error instanceof RangeError ? new AppError('unavailable', 'Come back later.') : undefined),
  })
    .use(new Elysia({ name: 'routes' }).post('/echo', ({ body }) => body, { body }))
    .get('/boom', () => {
      throw new Error('mongodb://user:pass@host is broken')
    })
    .get('/away', () => {
      throw new RangeError('pool')
    })
    .get('/wrong', () => ({ a: 1 }) as never, { response: v.object({ b: v.string() }) })
  const send = (path: string, init: RequestInit = {}) => app.handle(new Request(`http://localhost${path}`, init))
  const post = (text: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    send('/echo', { method: 'POST', body: text, headers })
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
    const answer = await send('/echo', { method })
    expect(await failure(answer)).toMatchObject({ status: 405, code: 'method_not_allowed' })
    expect(answer.headers.get('allow')).toBe('POST')
  }
  const answer = await send('/boom', { method: 'POST' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect((await send('/echo/more', { method: 'POST' })).headers.has('allow')).toBe(false)
  expect(await failure(await send('/echo/more'))).toMatchObject({ status: 404, code: 'not_found' })
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

test('malformed JSON is reported as such', async () => {
  expect(await failure(await setup().post('{"name":'))).toMatchObject({ error: 'The request body is not valid JSON.' })
})

test('an inner failure shows a fixed text only', async () => {
  const answer = await failure(await setup().send('/boom'))
  expect(answer).toMatchObject({ status: 500, code: 'internal' })
  expect(JSON.stringify(answer)).not.toContain('mongodb')
})

test('an answer of the wrong shape is a server error, not the visitor’s', async () => {
  expect(await failure(await setup().send('/wrong'))).toMatchObject({ status: 500, code: 'internal' })
})

test('a storage error that is known gets its own answer', async () => {
  const answer = await setup().send('/away')
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
  const lines: Record<string, unknown>[] = []
  const log = { info: (details: Record<string, unknown>) => lines.push(details) }
  const app = createServiceApp({ log: log as never }).get('/cookies', ({ set }) => {
    set.headers['set-cookie'] = ['a=1', 'b=2'] as unknown as string
    return { done: true }
  })
  const headers = { 'x-request-id': '0123456789abcdef' }
  const answer = await app.handle(new Request('http://localhost/cookies', { headers }))
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  await until(async () => lines.length > 0)
  expect(lines).toMatchObject([{ requestId: '0123456789abcdef', route: '/cookies', status: 200 }])
})

test('readiness follows the dependencies, health does not', async () => {
  const { send } = setup({ mongo: async () => {}, redis: () => Promise.reject(new Error('gone')) })
  expect((await send('/healthz')).status).toBe(200)
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
  expect(text).toContain('http_request_duration_seconds_count{method="POST",route="/echo",status="200"}')
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="unmatched",status="404"}')
  expect(text).not.toMatch(/at-all-8271|PROPFIND|healthz|\/metrics/)
})
