import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from './certificate'
import { type Edge, startEdge } from './nginx-harness'
import { writeSettings } from './settings'

const folder = mkdtempSync(join(tmpdir(), 'edge-tls-'))
const certificate = selfSigned(folder)
const challenges = join(folder, 'acme')
const publicOrigin = 'https://archery.example'
let edge: Edge
beforeAll(async () => {
  edge = await startEdge({
    settings: { ...certificate, PUBLIC_ORIGIN: publicOrigin, ACME_WEBROOT: challenges, HSTS_SUBDOMAINS: 'true' },
  })
})
afterAll(async () => {
  await edge?.stop()
  rmSync(folder, { recursive: true })
})

const ca = () => readFileSync(certificate.TLS_CERTIFICATE, 'utf8')
const plain = (path: string, init: RequestInit = {}) => fetch(edge.url + path, { redirect: 'manual', ...init })
const secure = (path: string) =>
  fetch(`https://localhost:${edge.tlsPort}${path}`, { redirect: 'manual', tls: { ca: ca() } })

/** One HTTP/2 session for all paths, as in a browser. */
async function overHttp2(paths: string[]) {
  const session = connect(`https://localhost:${edge.tlsPort}`, { ca: ca() })
  const ask = (path: string) =>
    new Promise<IncomingHttpHeaders>((resolve, reject) => {
      const stream = session.request({ ':path': path })
      let headers: IncomingHttpHeaders = {}
      stream.on('response', (got) => {
        headers = got
      })
      stream.on('error', reject)
      stream.on('end', () => resolve(headers))
      stream.resume()
    })
  try {
    return { answers: await Promise.all(paths.map(ask)), protocol: session.alpnProtocol }
  } finally {
    session.close()
  }
}

/** The protocol that openssl negotiates with the edge; `undefined` without a common one. */
async function agreed(...options: string[]): Promise<string | undefined> {
  const args = ['s_client', '-connect', `127.0.0.1:${edge.tlsPort}`, '-brief', ...options]
  const child = promisify(execFile)('openssl', args, { timeout: 10_000 })
  child.child.stdin?.end()
  const { stdout, stderr } = await child.catch((error: { stdout: string; stderr: string }) => error)
  return /Protocol version: (\S+)/.exec(stdout + stderr)?.[1]
}

test('TLS 1.2 and 1.3 are accepted, 1.0 and 1.1 refused', async () => {
  expect(await agreed('-tls1_3')).toBe('TLSv1.3')
  expect(await agreed('-tls1_2')).toBe('TLSv1.2')
  // The client must support the old version, or the test would prove nothing.
  const willing = ['-cipher', 'ALL:@SECLEVEL=0']
  expect(await agreed('-tls1_2', ...willing)).toBe('TLSv1.2')
  expect(await agreed('-tls1_1', ...willing)).toBeUndefined()
  expect(await agreed('-tls1', ...willing)).toBeUndefined()
})

test.each(['AES128-SHA', 'ECDHE-ECDSA-AES128-SHA', 'DES-CBC3-SHA', 'NULL'])(
  'TLS 1.2 is not spoken with %s',
  async (cipher) => {
    expect(await agreed('-tls1_2', '-cipher', `${cipher}:@SECLEVEL=0`)).toBeUndefined()
  },
)

test('pages and calls are served over HTTP/2, many at once on one connection', async () => {
  const paths = ['/', '/assets/app-1a2b.js', ...Array.from({ length: 50 }, (_, n) => `/api/forms/${n}`)]
  const { answers, protocol } = await overHttp2(paths)
  expect(protocol).toBe('h2')
  expect(answers.map((headers) => headers[':status'])).toEqual(paths.map(() => 200))
  expect(edge.services.forms.seen.at(-1)?.headers).toMatchObject({ 'x-forwarded-proto': 'https' })
})

test.each(['/', '/none', '/assets/none.js', '/api/none', '/api/forms/x', '/healthz'])(
  '%s tells browsers to stay with https, where it came by https',
  async (path) => {
    expect((await secure(path)).headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    expect((await plain(path)).headers.get('strict-transport-security')).toBeNull()
  },
)

test.each([
  '/',
  '/login?returnUrl=%2Fadmin',
  '/admin/tables/x',
  '/none',
  '/@evil.example',
  '/apis',
  '/assets/app-1a2b.js',
])('%s over http is redirected to the public origin', async (path) => {
  const answer = await plain(path, { headers: { host: 'evil.example' } })
  expect([answer.status, answer.headers.get('location')]).toEqual([308, publicOrigin + path])
})

test.each(['/api', '/api/', '/api/users/me', '/api/none'])(
  '%s in the clear is refused in JSON, not redirected, and reaches no service',
  async (path) => {
    const before = edge.services.auth.seen.length
    for (const method of ['GET', 'POST']) {
      const answer = await plain(path, { method })
      expect([answer.status, answer.headers.get('location')]).toEqual([403, null])
      expect(await answer.json()).toMatchObject({ code: 'forbidden', error: expect.stringContaining('https') })
    }
    expect(edge.services.auth.seen.length).toBe(before)
  },
)

test('plain http on the TLS port is a 400 in JSON', async () => {
  const answer = await fetch(`http://127.0.0.1:${edge.tlsPort}/api/users/me`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/json'])
  expect(await answer.json()).toMatchObject({ code: 'invalid_request' })
})

test("the container's health probe is answered over plain http", async () => {
  expect((await plain('/healthz')).status).toBe(200)
})

test('an ACME challenge is served over http and https from its folder, and nothing else of that folder', async () => {
  const challenge = '/.well-known/acme-challenge/token-1'
  await mkdir(join(challenges, '.well-known/acme-challenge'), { recursive: true })
  await writeFile(join(challenges, challenge), 'token-1.thumbprint')
  await writeFile(join(challenges, 'secret'), 'secret')
  for (const ask of [plain, secure]) {
    const answer = await ask(challenge)
    expect([answer.status, await answer.text()]).toEqual([200, 'token-1.thumbprint'])
    expect((await ask('/.well-known/acme-challenge/none')).status).toBe(404)
    expect(await (await ask('/.well-known/acme-challenge/../../secret')).text()).not.toBe('secret')
  }
})

test('a reload picks up a renewed certificate', async () => {
  const fingerprint = () =>
    spawnSync('openssl', ['s_client', '-connect', `127.0.0.1:${edge.tlsPort}`], { input: '', encoding: 'utf8' })
      .stdout.split('-----BEGIN CERTIFICATE-----')[1]!
      .split('-----END')[0]
  const before = fingerprint()
  selfSigned(folder)
  await edge.reload()
  await expect.poll(fingerprint, { timeout: 10_000 }).not.toBe(before)
  expect((await secure('/')).status).toBe(200)
})

test.each<[string, Record<string, string>, RegExp]>([
  ['a certificate without its key', { TLS_CERTIFICATE: certificate.TLS_CERTIFICATE }, /TLS_CERTIFICATE_KEY is missing/],
  ['a key that cannot be read', { ...certificate, TLS_CERTIFICATE_KEY: '/none' }, /cannot be read: \/none/],
  ['a certificate for an origin in the clear', { ...certificate, PUBLIC_ORIGIN: 'http://a.example' }, /https:\/\//],
  ['an origin with a path', { PUBLIC_ORIGIN: 'https://a.example/x' }, /PUBLIC_ORIGIN/],
  ['an origin that ends a line', { PUBLIC_ORIGIN: 'https://a.example\nx' }, /PUBLIC_ORIGIN/],
  ['an origin that ends a string', { PUBLIC_ORIGIN: 'https://a.example";}' }, /PUBLIC_ORIGIN/],
  ['proxies by name', { TRUSTED_PROXIES: 'proxy.example' }, /TRUSTED_PROXIES/],
  ['proxies with a line of their own', { TRUSTED_PROXIES: '10.0.0.1;\nroot /' }, /TRUSTED_PROXIES/],
  ['a folder of challenges that is relative', { ACME_WEBROOT: 'acme' }, /ACME_WEBROOT/],
  ['a folder of challenges that ends a string', { ACME_WEBROOT: '/a";}' }, /ACME_WEBROOT/],
  ['a choice that is none', { HSTS_SUBDOMAINS: 'yes' }, /HSTS_SUBDOMAINS/],
  ['a factor below nothing', { EDGE_LIMIT_FACTOR: '-1' }, /EDGE_LIMIT_FACTOR/],
  ['a broken factor', { EDGE_LIMIT_FACTOR: '1.5' }, /EDGE_LIMIT_FACTOR/],
])('the edge refuses to start with %s', (_, settings, text) => {
  const target = join(folder, 'refused')
  const env = { PATH: execFileSync('sh', ['-c', 'printf %s "$PATH"'], { encoding: 'utf8' }) }
  expect(() => writeSettings({ folder: target, tlsAddress: '8443', env }, settings)).toThrow(text)
})
