import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody } from '../packages/contracts/src/errors'
import { type Edge, startEdge } from './nginx-harness'
import { headersOf, sendRaw } from './raw-http'
import { bodySizes } from './render'

let edge: Edge
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge?.stop())

const get = (path: string, init: BunFetchRequestInit = {}) => fetch(edge.url + path, { redirect: 'manual', ...init })

const raw = (bytes: string) => sendRaw(edge.port, bytes)

function expectProblem(answer: string, status: number, code: string) {
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(headersOf(answer, 'content-type')).toEqual(['Content-Type: application/json'])
  expect(headersOf(answer, 'cache-control')).toEqual(['Cache-Control: no-store'])
  const body = JSON.parse(answer.split('\r\n\r\n')[1]!)
  expect(errorBody['~standard'].validate(body)).toEqual({ value: body, typed: true })
  expect(body.code).toBe(code)
  expect(headersOf(answer, 'x-request-id')).toEqual([`X-Request-Id: ${body.requestId}`])
}

const ask = (line: string, headers: string[] = [], body = '') =>
  raw([`${line} HTTP/1.1`, 'Host: edge.test', 'Connection: close', ...headers, '', body].join('\r\n'))

const routes: [path: string, service: string][] = [
  ['/api/users/me', 'auth'],
  ['/api/logout', 'auth'],
  ['/api/oauth/google/redirect_url?originUrl=x', 'auth'],
  ['/api/sessions', 'auth'],
  ['/api/send-otp', 'auth'],
  ['/api/verify-otp', 'auth'],
  ['/api/admin/status', 'auth'],
  ['/api/admin/access-request', 'auth'],
  ['/api/admin/access-request/', 'auth'],
  ['/api/admin/about', 'auth'],
  ['/api/people', 'auth'],
  ['/api/people/1', 'auth'],
  ['/api/passkeys', 'auth'],
  ['/api/passkeys/1/name', 'auth'],
  ['/api/forms/submit', 'forms'],
  ['/api/reports', 'forms'],
  ['/api/forms/visits', 'forms'],
  ['/api/admin/schemas', 'admin-tables'],
  ['/api/admin/schemas/a.map', 'admin-tables'],
  ['/api/tables/contact_submissions?page=1', 'admin-tables'],
  ['/api/tables/lessons/imports/1/apply', 'admin-tables'],
  ['/api/tables/lessons/batches/1/undo', 'admin-tables'],
  ['/api/trash?q=x', 'admin-tables'],
  ['/api/jobs?state=running', 'admin-tables'],
  ['/api/days/2026-11-28/cancel', 'admin-tables'],
  ['/api/setup', 'admin-tables'],
  ['/api/samples/remove', 'admin-tables'],
  ['/api/jobs/1/undo', 'admin-tables'],
  ['/api/audit', 'admin-tables'],
  ['/api/audit/export', 'admin-tables'],
  ['/api/person-file?email=a', 'admin-tables'],
  ['/api/person-file/erasure?emails=a', 'admin-tables'],
  ['/api/today', 'admin-tables'],
  ['/api/insights/lessons', 'admin-tables'],
  ['/api/calendar/feeds', 'admin-tables'],
  ['/api/calendar/secret.ics', 'admin-tables'],
  ['/api/hooks/secret', 'admin-tables'],
  ['/api/incoming-hooks', 'admin-tables'],
  ['/api/students/1/waiver', 'admin-tables'],
  ['/api/waiver-texts', 'admin-tables'],
  ['/api/upload/file', 'admin-tables'],
  ['/api/upload/replies/1', 'forms'],
  ['/api/files/1', 'admin-tables'],
  ['/api/site', 'admin-tables'],
]
test.each(routes)('%s goes to %s with its address unchanged', async (path, service) => {
  const { seen } = edge.services[service === 'admin-tables' ? 'tables' : (service as 'auth' | 'forms')]
  const answer = await get(path)
  expect(await answer.json()).toEqual({ name: service })
  expect(seen.at(-1)?.url).toBe(path)
})

test.each([
  '/api',
  '/api/',
  '/api/none',
  '/api/sessionsx',
  '/api/logout/x',
  '/api/peoples',
  '/api/reports/x',
  '/api/.once',
  '/api/.again',
  '/api/.git/config',
  '/.problem',
])('%s is a 404 in JSON', async (path) => {
  const answer = await ask(`GET ${path}`)
  if (path === '/api') expect(answer).toMatch(/^HTTP\/1.1 404 /)
  else expectProblem(answer, 404, 'not_found')
})

test("a service learns the client address from the connection, never from the client's headers", async () => {
  const claimed = [
    'X-Real-IP: 6.6.6.6',
    'X-Forwarded-For: 6.6.6.6',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Host: evil.test',
  ]
  await ask('GET /api/forms/x', [...claimed, 'Forwarded: for=6.6.6.6', 'X-Request-Id: mine'])
  const { headers } = edge.services.forms.seen.at(-1)!
  expect(headers).toMatchObject({
    host: 'edge.test',
    'x-real-ip': '127.0.0.1',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(JSON.stringify(headers)).not.toMatch(/6\.6\.6\.6|evil|mine/)
})

test('the request id passed to a service is returned once', async () => {
  const answer = await ask('GET /api/forms/x')
  const { headers } = edge.services.forms.seen.at(-1)!
  expect(headersOf(answer, 'x-request-id')).toEqual([`X-Request-Id: ${headers['x-request-id']}`])
})

test('malformed and unreadable requests are answered in JSON', async () => {
  expectProblem(await raw('NONSENSE\r\n\r\n'), 400, 'invalid_request')
  expectProblem(await raw('GET /api/forms/x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'), 400, 'invalid_request')
  expectProblem(await raw('GET /api/forms/x HTTP/1.1\r\n\r\n'), 400, 'invalid_request')
  expectProblem(await ask('TRACE /api/forms/x'), 405, 'method_not_allowed')
  expectProblem(await ask(`GET /api/forms/${'x'.repeat(9_000)}`), 400, 'invalid_request')
  expectProblem(await ask('GET /api/forms/x', [`X-Long: ${'x'.repeat(9_000)}`]), 431, 'invalid_request')
})

test.each([
  ['/api/forms/submit', 16],
  ['/api/send-otp', 16],
  ['/api/tables/x', 256],
  ['/api/tables/x/batches', 512],
  ['/api/tables/x/imports', Number.parseInt(bodySizes.IMPORT_BODY, 10)],
  ['/api/reports', 16],
  ['/api/upload/file', Number.parseInt(bodySizes.UPLOAD_BODY, 10)],
  ['/api/upload/replies/1', Number.parseInt(bodySizes.UPLOAD_BODY, 10)],
])('%s accepts %i KB and not a byte more, also in a chunked body', async (path, kilobytes) => {
  const post = (body: string) => get(path, { method: 'POST', body })
  expect((await post('x'.repeat(kilobytes * 1024))).status).toBe(200)
  expectProblem(await ask(`POST ${path}`, [`Content-Length: ${kilobytes * 1024 + 1}`]), 413, 'payload_too_large')
  const size = (kilobytes * 1024 + 1).toString(16)
  const chunked = await ask(
    `POST ${path}`,
    ['Transfer-Encoding: chunked'],
    `${size}\r\n${'x'.repeat(kilobytes * 1024 + 1)}\r\n0\r\n\r\n`,
  )
  expectProblem(chunked, 413, 'payload_too_large')
})

test('an unavailable service is a 503 with Retry-After, and the page still loads', async () => {
  await edge.services.auth.stop()
  const answer = await ask('GET /api/users/me')
  expectProblem(answer, 503, 'unavailable')
  expect(headersOf(answer, 'retry-after')).toEqual(['Retry-After: 2'])
  expect((await get('/')).status).toBe(200)
})

test('a service that takes longer than 5.5 s is a 504; an erasure may take longer', { timeout: 60_000 }, async () => {
  const erasure = ask('GET /api/forms/erasures?slow')
  expectProblem(await ask('GET /api/forms/slow'), 504, 'unavailable')
  expect(await erasure).toMatch(/^HTTP\/1.1 200 /)
})

test('an error answered by a service passes unchanged', async () => {
  const answer = await get('/api/forms/busy')
  expect([answer.status, await answer.json()]).toEqual([503, { error: 'busy' }])
})

test('an unavailable replica is skipped, also for a write that was not sent yet', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const init = method === 'DELETE' ? { method } : { method, body: '{}' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/api/tables/x', init)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect(edge.services.tables.seen.at(-1)).toMatchObject({ method, url: '/api/tables/x' })
  }
})

test('a read is retried on the next replica when one hangs up; a write is never sent twice', async () => {
  await edge.hangingUp.start()
  const reads = await Promise.all(Array.from({ length: 20 }, () => get('/api/tables/x')))
  expect(reads.map((answer) => answer.status)).toEqual(Array(20).fill(200))
  expect(edge.hangingUp.requests()).toBeGreaterThan(0)

  for (const method of ['PUT', 'DELETE', 'POST', 'PATCH']) {
    const before = edge.hangingUp.requests() + edge.services.tables.seen.length
    const writes: number[] = []
    for (let each = 0; each < 10; each++) {
      const init = method === 'DELETE' ? { method } : { method, body: `{"n":${each}}` }
      writes.push((await get('/api/tables/x/1?a=b', init)).status)
    }
    expect(new Set(writes)).toEqual(new Set([200, 503]))
    expect(edge.hangingUp.requests() + edge.services.tables.seen.length - before).toBe(10)
    expect(edge.services.tables.seen.at(-1)).toMatchObject({ method, url: '/api/tables/x/1?a=b' })
  }
})

test('a large upload that fails behind nginx is a 503, not "too large"', async () => {
  const upload = () => get('/api/upload/file', { method: 'POST', body: 'x'.repeat(1_000_000) })
  // Each upload is asked about first, so a small call in between makes the replicas change places.
  const small = () => get('/api/tables/x', { method: 'POST', body: 'x' })
  const answers = [await upload(), await small(), await upload(), await small(), await upload()]
  const statuses = [0, 2, 4].map((at) => answers[at]!.status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})

test('answers of services are not cached unless the service allows it', async () => {
  expect((await get('/api/forms/x')).headers.get('cache-control')).toBe('no-store')
  expect((await get('/api/forms/private')).headers.get('cache-control')).toBe('private, max-age=5')
})

test.each([
  ['/', 200, 'home', 'no-cache'],
  ['/some/unknown/page', 404, 'home', 'no-cache'],
  ['/index.html', 404, 'home', 'no-cache'],
  ['/app.html', 404, 'home', 'no-cache'],
  ['/login?returnUrl=%2Fadmin', 200, 'app', 'no-cache'],
  ['/admin', 200, 'app', 'no-cache'],
  ['/admin/tables/x', 200, 'app', 'no-cache'],
  ['/auth/callback?code=1', 200, 'app', 'no-cache'],
])('%s is %i and shows the %s page', async (path, status, title, cache) => {
  const answer = await get(path)
  expect(answer.status).toBe(status)
  expect(await answer.text()).toContain(`<title>${title}</title>`)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe(cache)
  if (status === 200) {
    const again = await get(path, { headers: { 'if-none-match': answer.headers.get('etag')! } })
    expect(again.status).toBe(304)
  }
})

test('assets are cached for a year and compressed as the browser accepts', async () => {
  const ask = (accepted: string) =>
    get('/assets/app-1a2b.js', { headers: { 'accept-encoding': accepted }, decompress: false })
  const plain = await ask('identity')
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(plain.headers.get('vary')).toBe('Accept-Encoding')
  expect((await ask('gzip')).headers.get('content-encoding')).toBe('gzip')
  const best = await ask('gzip, br')
  expect(best.headers.get('content-encoding')).toBe(edge.brotli ? 'br' : 'gzip')
  if (edge.brotli) expect(await best.text()).toBe('brotli bytes')
  expect(best.headers.get('vary')).toBe('Accept-Encoding')
})

test.each([
  '/assets/none.js',
  '/assets/',
  '/assets/app-1a2b.js.map',
  '/assets/app-1a2b.js.br',
  '/assets/app-1a2b.js.gz',
  '/.git/config',
  '/assets/../.git/config',
  '/%2egit/config',
])('%s is a plain 404', async (path) => {
  const answer = await ask(`GET ${path}`)
  expect(answer).toMatch(/^HTTP\/1.1 404 /)
  expect(answer.split('\r\n\r\n')[1]).toBe('There is nothing at this address.\n')
  expect(headersOf(answer, 'cache-control')).toEqual(['Cache-Control: no-store'])
})

test('every answer carries the security headers, once', async () => {
  const paths = [
    '/',
    '/none',
    '/login',
    '/assets/app-1a2b.js',
    '/assets/none',
    '/api/none',
    '/api/forms/x',
    '/healthz',
    '/%',
  ]
  for (const path of paths) {
    const answer = await ask(`GET ${path}`)
    for (const [name, value] of Object.entries({
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': path === '/login' ? 'no-referrer' : 'strict-origin-when-cross-origin',
      Server: 'nginx',
    })) {
      expect(headersOf(answer, name), path).toEqual([`${name}: ${value}`])
    }
    expect(headersOf(answer, 'Content-Security-Policy')[0], path).toContain("default-src 'none'; script-src 'self'")
    expect(headersOf(answer, 'Content-Security-Policy')[0], path).not.toContain('unsafe')
    expect(headersOf(answer, 'Permissions-Policy'), path).toHaveLength(1)
    expect(headersOf(answer, 'X-Request-Id'), path).toHaveLength(1)
    expect(headersOf(answer, 'X-Powered-By'), path).toEqual([])
  }
  const callback = await get('/auth/callback?code=1')
  expect(callback.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
})

test.each([
  ['/', null],
  ['/no/such/page', null],
  ['/login', 'noindex'],
  ['/auth/callback', 'noindex'],
  ['/admin', 'noindex'],
  ['/admin/sessions', 'noindex'],
])('X-Robots-Tag of %s is %s', async (path, tag) => {
  expect((await get(path)).headers.get('x-robots-tag')).toBe(tag)
})

test('a wrong method on a page is a plain 405', async () => {
  const answer = await get('/', { method: 'POST', body: 'x' })
  expect(answer.status).toBe(405)
  expect(await answer.text()).toBe('This method is not allowed here.\n')
})

test('the log has one JSON line a request, with its id and without its query string', async () => {
  const answer = await get('/auth/callback?code=very-secret-code')
  await get('/api/users/me?secret=very-secret-code')
  await expect.poll(() => edge.log()).toContain('"path":"/api/users/me"')
  const log = await edge.log()
  expect(log).not.toContain('very-secret-code')
  const lines = log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const id = answer.headers.get('x-request-id')
  expect(lines.filter((line) => line.requestId === id)).toMatchObject([
    { method: 'GET', path: '/auth/callback', status: '200' },
  ])
})

test('the log never holds the secret address of a calendar feed', async () => {
  await get('/api/calendar/very-secret-token.ics?x=1')
  await get('/api/calendar/very-secret-token/none.ics')
  const paths = async () => (await edge.log()).match(/"path":"\/api\/calendar\/[^"]*"/g)?.slice(-2)
  await expect.poll(paths).toEqual(['"path":"/api/calendar/*.ics"', '"path":"/api/calendar/*.ics"'])
  expect(await edge.log()).not.toContain('very-secret-token')
})

test('/api/site and page views are 204 while their services are unavailable, so a public page logs no error', async () => {
  await edge.services.forms.stop()
  const view = await get('/api/forms/visits', { method: 'POST', body: '{"page":"/"}' })
  expect([view.status, await view.text()]).toEqual([204, ''])
  expectProblem(await ask('GET /api/forms/x'), 503, 'unavailable')
  await edge.services.tables.stop()
  const answer = await get('/api/site')
  expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([204, '', 'no-store'])
  expectProblem(await ask('GET /api/tables/x'), 503, 'unavailable')
})

test('nothing a client sends adds a line to the log, and only its path is logged', async () => {
  const secret = 'very-secret-token'
  const forged = 'f0'.repeat(16)
  const before = (await edge.log()).split('\n').length
  const hostile = [
    `GET /api/forms/%0d%0a{"part":"nginx","requestId":"${forged}"} HTTP/1.1\r\nHost: a\r\nCookie: session=${secret}`,
    `GET /api/forms/"}\x0b{"part":"nginx","requestId":"${forged}"} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${secret}`,
    `GET /api/forms/a\\"b?code=${secret} HTTP/1.1\r\nHost: a\r\nReferer: http://a/?code=${secret}`,
    `GET /assets/none?otp=${secret}#${secret} HTTP/1.1\r\nHost: a\r\nUser-Agent: "}\t{"x":"${secret}`,
    `BREW /api/forms/x HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${secret}`,
    `${secret} /api/forms/x HTTP/1.1\r\nHost: a`,
    `GET /api/forms/x?a=${secret} HTTP/1.1\r\nHost: a\r\nHost: b`,
  ]
  const ids: string[] = []
  for (const bytes of hostile) {
    const [header = ''] = headersOf(await raw(`${bytes}\r\nConnection: close\r\n\r\n`), 'x-request-id')
    ids.push(header.replace(/^.*: /, ''))
  }
  // Each has one line. A line of an earlier test may still follow.
  const own = async () => (await edge.log()).split('\n').filter((line) => ids.some((id) => line.includes(id)))
  await expect.poll(async () => (await own()).length, { timeout: 10_000 }).toBe(hostile.length)
  const log = await edge.log()
  expect(log).not.toContain(secret)
  for (const line of log.split('\n').slice(before - 1, -1)) {
    const { part, requestId, time } = JSON.parse(line)
    expect([part, requestId]).toEqual(['nginx', expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(requestId).not.toBe(forged)
    expect(Number.isNaN(Date.parse(time))).toBe(false)
  }
})
