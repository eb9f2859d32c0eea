import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Edge, startEdge } from './nginx-harness'
import { headersOf, sendRaw } from './raw-http'

let edge: Edge
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge?.stop())

const received = () => Object.values(edge.services).reduce((sum, { seen }) => sum + seen.length, 0)
const ask = (line: string, host = 'archery.example', headers: string[] = []) =>
  sendRaw(edge.port, [`${line} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', ''].join('\r\n'))

async function expectRefused(answer: Promise<string>, status: number) {
  const before = received()
  const text = await answer
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({
    code: status === 405 ? 'method_not_allowed' : 'invalid_request',
  })
  expect(received()).toBe(before)
}

test.each([
  ...[
    'localhost:99999',
    'localhost:',
    'localhost:65536',
    'localhost:-1',
    '[::1',
    '::1',
    '[1:2]',
    '[::1::]',
    '[:::]',
    '[g::]',
  ],
  ...[
    'a?x',
    'a#x',
    'u@b',
    'a%00',
    '%61',
    'a..b',
    '.a',
    '-',
    'a\\b',
    'a,b',
    "a'b",
    'ä.example',
    '1.2.3.4.5',
    '1.2.3.256',
    '1.2.3',
  ],
  ...['0x7f', '7177725170x1', 'a.0x1', 'a.1', '1.', '4294967296'],
])('the host %s is refused in JSON and reaches no service', async (host) => {
  await expectRefused(ask('GET /api/forms/x', host), 400)
})

test.each([
  'archery.example',
  'archery.example.',
  'a-b.example:8443',
  'localhost:65535',
  '127.0.0.1:80',
  '[::1]:8080',
  '[2001:db8::1]',
])('the host %s is passed to the service unchanged', async (host) => {
  expect(await ask('GET /api/forms/x', host)).toMatch(/^HTTP\/1.1 200 /)
  expect(edge.services.forms.seen.at(-1)?.headers['host']).toBe(host)
})

test.each([
  ...['/api/forms/..\\..\\readyz', '/api/users/..\\verify-otp', '/api/forms/\\x', '/api\\forms/x'],
  ...[
    '/api/./forms/x',
    '/api/forms/../forms/x',
    '/api/forms/x/..',
    '/api/forms/.',
    '/api/x/../users/me',
    '/x/../api/forms/x',
  ],
  ...['/api//forms/x', '//api/forms/x', '/api/forms//x', '/api/forms/x//'],
  ...[
    '/api/%66orms/x',
    '/api/forms%2fx',
    '/api/forms/%2e%2e/x',
    '/%61pi/forms/x',
    '/api/forms/x%',
    '/api/forms/%zz',
    '/api/forms/%5cx',
  ],
  ...[
    '/api/forms/%00',
    '/api/forms/x%0d%0a',
    '/api/forms/x%20y',
    '/api/forms/"',
    '/api/forms/<x>',
    '/api/forms/{x}',
    '/api/forms/x|y',
    '/api/forms/^',
  ],
  ...['/api/forms/x?q=ä', '/ä', '/x\\y'],
  ...['/api/forms/x;y', "/api/forms/'", '/api/forms/ä', '/api/forms/x#y'],
])('the target %s is refused in JSON and reaches no service', async (target) => {
  await expectRefused(ask(`GET ${target}`), 400)
})

test.each([
  '/api/forms/x',
  '/api/forms/x/',
  '/api/forms/a.b-c_d~e',
  '/api/forms/x?q=..\\%2e&b=//../',
  '/api/forms/...',
])('the target %s reaches its service unchanged', async (target) => {
  expect(await ask(`GET ${target}`)).toMatch(/^HTTP\/1.1 200 /)
  expect(edge.services.forms.seen.at(-1)?.target).toBe(target)
})

test.each(['BREW', 'PROPFIND', 'GETX', 'TRACE', 'QUERY'])(
  '%s is a 405 with Allow and reaches no service',
  async (method) => {
    const answer = ask(`${method} /api/forms/x`)
    await expectRefused(answer, 405)
    expect(headersOf(await answer, 'Allow')).toEqual(['Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'])
  },
)

test.each(['POST', 'BREW'])('%s of a page is a 405 with Allow', async (method) => {
  const answer = await ask(`${method} /`)
  expect(answer).toMatch(/^HTTP\/1.1 405 /)
  expect(headersOf(answer, 'Allow')).toEqual(['Allow: GET, HEAD'])
})

test('a range of a page is answered with all of it, and a failed precondition in our own words, each header once', async () => {
  const whole = await ask('GET /robots.txt', undefined, ['Range: bytes=900-'])
  expect(whole).toMatch(/^HTTP\/1.1 200 /)
  const failed = await ask('GET /robots.txt', undefined, ['If-Match: "none"'])
  expect(failed).toMatch(/^HTTP\/1.1 412 /)
  expect(failed).not.toContain('<html')
  expect(headersOf(failed, 'Content-Security-Policy')).toHaveLength(1)
})

test('the largest headers that the edge accepts are accepted by a service, too', async () => {
  const long = (name: string) => `${name}: ${'x'.repeat(6_900)}`
  expect(await ask('GET /api/forms/x', undefined, [long('X-One'), long('X-Two')])).toMatch(/^HTTP\/1.1 200 /)
  await expect(ask('GET /api/forms/x', undefined, [long('X-One'), long('X-Two'), long('X-Three')])).resolves.toMatch(
    /^HTTP\/1.1 431 [\s\S]*"code":"/,
  )
})

test('the contact for security reports is served as text', async () => {
  const answer = await fetch(`${edge.url}/.well-known/security.txt`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await answer.text()).toContain('Contact: ')
})

test('an upload without a session is refused before its body is read; when the service cannot tell it passes', async () => {
  const before = edge.services.tables.seen.length
  for (const path of ['/api/upload/file', '/api/tables/lessons/imports']) {
    // Only the headers are sent: the answer must not wait for five megabytes.
    const answer = await ask(`POST ${path}`, undefined, ['Content-Length: 5000000', 'Cookie: session=none'])
    expect(answer).toMatch(/^HTTP\/1.1 401 [\s\S]*"code":"not_signed_in"/)
  }
  const asked = edge.services.tables.seen.slice(before).filter(({ url }) => !url.endsWith('/busy'))
  expect(asked.length).toBeGreaterThan(0)
  for (const one of asked) expect(one).toMatchObject({ method: 'POST', body: '', headers: { 'x-policy-only': '1' } })
  expect((await fetch(`${edge.url}/api/upload/busy`, { method: 'POST', body: 'x' })).status).toBe(503)
})
