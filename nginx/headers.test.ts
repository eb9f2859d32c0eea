import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selfSigned } from './certificate'
import { type Edge, startEdge } from './nginx-harness'

const folder = mkdtempSync(join(tmpdir(), 'edge-headers-'))
/** A default edge, one limited to one call a second, and one with a certificate. */
let edge: Edge
let strict: Edge
let secure: Edge
beforeAll(async () => {
  edge = await startEdge()
  strict = await startEdge({ settings: { EDGE_LIMIT_FACTOR: '1' } })
  secure = await startEdge({ settings: { ...selfSigned(folder), PUBLIC_ORIGIN: 'https://archery.example' } })
  await edge.services.auth.stop()
})
afterAll(async () => {
  for (const each of [edge, strict, secure]) await each?.stop()
  rmSync(folder, { recursive: true })
})

type Answer = { status: number; headers: [string, string][]; body: string }

/** Sends raw bytes and resolves with every answer until the edge closes. */
const sendAll = ({ port }: Edge, bytes: string, onData = (_: Socket) => {}) =>
  new Promise<Answer[]>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
      onData(socket)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text.split(/(?=HTTP\/1\.1 \d{3} )/).map(read)))
  })

function read(text: string): Answer {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((each) => each.split(/: (.*)/).slice(0, 2) as [string, string])
  return { status: Number(line.split(' ')[1]), headers, body: body.join('\r\n\r\n') }
}

// nginx waits a while for the rest of a refused body.
const send = async (to: Edge, bytes: string) => (await sendAll(to, bytes, (socket) => socket.end()))[0]!

const ask = (to: Edge, line: string, headers: string[] = []) =>
  send(to, [`${line} HTTP/1.1`, 'Host: edge.test', 'Connection: close', ...headers, '', ''].join('\r\n'))

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types rich-text-reader ProseMirrorClipboard',
  'report-to default',
  'report-uri /api/reports',
].join('; ')

/** Staff pages may be installed; the dashboard frames the preview of the website. */
function policyOf(page: string) {
  const isAdmin = /^\/admin(\/|$)/.test(page)
  if (!isAdmin && !/^\/(login|auth\/callback)(\/|$)/.test(page)) return policy
  return policy
    .replace('form-action', `manifest-src 'self'; ${isAdmin ? "frame-src 'self'; " : ''}form-action`)
    .replace('ProseMirrorClipboard', 'ProseMirrorClipboard admin-worker')
}

function expectSafeHeaders({ headers, status, body }: Answer, path: string) {
  const of = (name: string) => headers.flatMap(([each, value]) => (each.toLowerCase() === name ? [value] : []))
  const page = path.split('?')[0]
  const expected: Record<string, string> = {
    'content-security-policy': policyOf(page!),
    'cross-origin-opener-policy': page === '/auth/callback' ? 'unsafe-none' : 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'reporting-endpoints': 'default="/api/reports"',
    'referrer-policy':
      page === '/login' || page === '/auth/callback' ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    server: 'nginx',
  }
  for (const [name, value] of Object.entries(expected))
    expect(of(name), `${name} of ${status} ${path}`).toEqual([value])
  expect(of('permissions-policy')).toEqual([expect.stringContaining('geolocation=()')])
  expect(of('x-request-id')).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect(of('x-powered-by')).toEqual([])
  if (status >= 400 && path.startsWith('/api')) {
    expect(of('content-type')).toEqual(['application/json'])
    expect(of('cache-control')).toEqual(['no-store'])
    if (body) expect(JSON.parse(body)).toMatchObject({ error: expect.any(String), requestId: of('x-request-id')[0] })
  }
  if (status === 429 || status === 503 || status === 504) expect(Number(of('retry-after')[0])).toBeGreaterThan(0)
  if (status >= 400) expect(body).not.toMatch(/<center>|nginx/)
}

const paths = [
  '/',
  '/none',
  '/login?returnUrl=%2Fadmin',
  '/auth/callback?code=x',
  '/admin',
  '/admin/tables/x',
  '/assets/app-1a2b.js',
  '/assets/none.js',
  '/robots.txt',
  '/.git/config',
  '/healthz',
  '/api',
  '/api/none',
  '/api/users/me',
  '/api/forms/x',
  '/api/tables/x',
  '/api/tables/x/export',
  '/api/upload/file',
]
const trouble: [status: string, (path: string) => Promise<Answer>, possible: number[]][] = [
  ['what there is', (path) => ask(edge, `GET ${path}`), [200, 404, 503]],
  ['the head of what there is', (path) => ask(edge, `HEAD ${path}`), [200, 404, 503]],
  ['405', (path) => ask(edge, `TRACE ${path}`), [405]],
  ['400', (path) => ask(edge, `GET ${path}`, ['Host: second']), [400]],
  ['413', (path) => ask(edge, `POST ${path}`, ['Content-Length: 999999999']), [404, 413]],
  ['an address that is too long', (path) => ask(edge, `GET ${path}${'x'.repeat(9_000)}`), [400]],
  ['431', (path) => ask(edge, `GET ${path}`, [`X-Long: ${'x'.repeat(9_000)}`]), [431]],
  ['501', (path) => ask(edge, `POST ${path}`, ['Transfer-Encoding: gzip']), [501]],
  ['505', (path) => send(edge, `GET ${path} HTTP/2.0\r\nHost: a\r\n\r\n`), [505]],
  ['403 or 308 in the clear', (path) => ask(secure, `GET ${path}`), [200, 308, 403]],
]

describe.each(trouble)('every header is there, once, on %s', (name, provoke, possible) => {
  test.concurrent.each(paths)('%s', async (path) => {
    const answer = await provoke(path)
    expect(possible).toContain(answer.status)
    // The path was not parsed.
    const unread = name === 'an address that is too long' || answer.status === 505
    expectSafeHeaders(answer, unread ? '/' : path)
  })
})

test('network errors are reported where the site is served over https', async () => {
  const tls = await fetch(`https://127.0.0.1:${secure.tlsPort}/`, { tls: { rejectUnauthorized: false } })
  expect(JSON.parse(tls.headers.get('nel') ?? '')).toMatchObject({ report_to: 'default', failure_fraction: 1 })
  expect(JSON.parse(tls.headers.get('report-to') ?? '').endpoints).toEqual([{ url: '/api/reports' }])
  const plain = await ask(edge, 'GET /')
  expect(plain.headers.filter(([name]) => /^(nel|report-to)$/i.test(name))).toEqual([])
})

test('every header is there on 429, 503 and 504', { timeout: 20_000 }, async () => {
  const pages = ['/', '/login', '/auth/callback?code=x', '/assets/app-1a2b.js', '/none']
  for (const path of ['/api/forms/x', '/api/send-otp', ...pages]) {
    const request = `GET ${path} HTTP/1.1\r\nHost: a\r\n`
    const answers = await sendAll(strict, `${`${request}\r\n`.repeat(900)}${request}Connection: close\r\n\r\n`)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused, path).not.toEqual([])
    for (const answer of refused.slice(0, 50)) expectSafeHeaders(answer, path)
  }
  const [away, slow] = await Promise.all([ask(edge, 'GET /api/users/me'), ask(edge, 'GET /api/forms/slow')])
  expect([away.status, slow.status]).toEqual([503, 504])
  expectSafeHeaders(away, '/api/users/me')
  expectSafeHeaders(slow, '/api/forms/slow')
})
