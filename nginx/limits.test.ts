import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Edge, startEdge } from './nginx-harness'

/** One edge reached directly, and one behind a trusted proxy on this machine. */
let open: Edge
let behind: Edge
beforeAll(async () => {
  open = await startEdge({ settings: { EDGE_LIMIT_FACTOR: '1', PUBLIC_ORIGIN: 'https://archery.example' } })
  const settings = { EDGE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.0/8,192.0.2.7' }
  behind = await startEdge({ settings: { ...settings, PUBLIC_ORIGIN: 'https://archery.example' } })
})
afterAll(async () => {
  await open?.stop()
  await behind?.stop()
})

const from = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' })

/** Sends concurrent requests, each with its own headers. Returns how many passed and how long it took. */
async function flood(edge: Edge, path: string, count: number, headersOf: (n: number) => Record<string, string>) {
  const startedAt = performance.now()
  const ask = async (n: number) => {
    // The harness' precompressed files are not real Brotli.
    const headers = { 'accept-encoding': 'identity', ...headersOf(n) }
    const answer = await fetch(edge.url + path, { headers, redirect: 'manual' })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => ask(n)))
  const passed = answers.filter(({ status }) => status === 200).length
  const refused = answers.filter(({ status }) => status === 429)
  expect(passed + refused.length).toBe(count)
  return { passed, refused, seconds: (performance.now() - startedAt) / 1_000 }
}

test('one address gets a burst of 40 calls, then 20 a second; the rest is 429 in JSON with Retry-After', async () => {
  const { passed, refused, seconds } = await flood(behind, '/api/forms/x', 200, () => from('203.0.113.1'))
  expect(passed).toBeGreaterThanOrEqual(40)
  expect(passed).toBeLessThanOrEqual(41 + Math.ceil(20 * seconds))
  for (const { headers, text } of refused) {
    expect(headers.get('retry-after')).toBe('1')
    expect(headers.get('content-type')).toBe('application/json')
    expect(JSON.parse(text)).toEqual({
      error: 'Too many requests. Please wait a moment.',
      code: 'too_many_requests',
      requestId: headers.get('x-request-id'),
    })
  }
  // Other clients are not affected.
  expect((await flood(behind, '/api/forms/x', 20, () => from('203.0.113.2'))).passed).toBe(20)
})

const waysIn = [
  '/api/send-otp',
  '/api/verify-otp',
  '/api/oauth/google/redirect_url',
  '/api/sessions',
  '/api/passkeys/sign-in',
]
test.each(waysIn)('%s allows a burst of 11, then 5 a second', async (path) => {
  const client = from(`203.0.113.${10 + waysIn.indexOf(path)}`)
  const { passed, seconds } = await flood(behind, path, 80, () => client)
  expect(passed).toBeGreaterThanOrEqual(11)
  expect(passed).toBeLessThanOrEqual(11 + Math.ceil(5 * seconds))
})

test('a write counts towards the limit of signing in, too', async () => {
  const client = from('203.0.113.42')
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => fetch(`${behind.url}/api/sessions`, { method: 'DELETE', headers: client })),
  )
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(10)
})

test('reports have a limit of their own: a burst of 20, then 2 a second; other calls of that browser still pass', async () => {
  const client = () => from('203.0.113.30')
  const { passed, seconds } = await flood(behind, '/api/reports', 80, client)
  expect(passed).toBeGreaterThanOrEqual(21)
  expect(passed).toBeLessThanOrEqual(21 + Math.ceil(2 * seconds))
  expect((await flood(behind, '/api/forms/x', 20, client)).passed).toBe(20)
})

test('no other spelling of a path gets around the limit', async () => {
  const spellings = [
    '/api/%73end-otp',
    '/api//send-otp',
    '/api/x/../send-otp',
    '/api/./send-otp?a',
    '/api/..\\send-otp',
  ]
  for (let n = 0; n < 50; n++) {
    const answer = await send(behind, `GET ${spellings[n % 5]} HTTP/1.1`, from('203.0.113.40'))
    expect(answer).toMatch(/^HTTP\/1.1 4(00|29) /)
  }
})

test('anonymous uploads have a limit of their own: a burst of 10, then 2 a second', async () => {
  const client = () => from('203.0.113.41')
  const { passed, seconds } = await flood(behind, '/api/upload/file', 60, client)
  // Three at a time, from all clients together.
  expect(passed).toBeGreaterThanOrEqual(3)
  expect(passed).toBeLessThanOrEqual(11 + Math.ceil(2 * seconds))
  expect((await flood(behind, '/api/forms/x', 20, client)).passed).toBe(20)
})

test('ordinary use stays far below the limits: opening the dashboard, pages with all their files, ten calls at once', async () => {
  const client = () => from('203.0.113.50')
  expect((await flood(behind, '/api/users/me', 10, client)).passed).toBe(10)
  expect((await flood(behind, '/api/tables/x', 10, client)).passed).toBe(10)
  expect((await flood(behind, '/assets/app-1a2b.js', 150, client)).passed).toBe(150)
})

/** Sends a raw request and resolves with the answer when the edge closes. */
function send(edge: Edge, line: string, headers: Record<string, string>): Promise<string> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise((resolve, reject) => {
    let answer = ''
    const bytes = `${line}\r\nHost: a\r\nConnection: close\r\n${lines.join('')}\r\n`
    const socket = connect(edge.port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

/** Opens a call and keeps it open, its body arriving byte by byte. Resolves when nginx has let it in and asks for the body. */
async function holdCall(edge: Edge, headers: Record<string, string>): Promise<{ end: () => void }> {
  const lines = Object.entries({ host: 'a', ...headers, 'content-length': '100', expect: '100-continue' })
  const head = lines.map((line) => `${line.join(': ')}\r\n`).join('')
  const socket = connect(edge.port, '127.0.0.1', () => socket.write(`POST /api/forms/x HTTP/1.1\r\n${head}\r\n`))
  const answer = await new Promise<string>((resolve, reject) => {
    socket.once('data', (chunk) => resolve(String(chunk)))
    socket.once('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1.1 100 Continue/)
  // nginx ends a call whose body pauses for ten seconds.
  const feeding = setInterval(() => socket.write('x'), 1_000)
  const end = () => {
    clearInterval(feeding)
    socket.destroy()
  }
  return { end }
}

test('one address may have 40 calls open at a time', async () => {
  const client = from('203.0.113.60')
  const held = await Promise.all(Array.from({ length: 40 }, () => holdCall(behind, client)))
  const ask = async () => (await fetch(`${behind.url}/api/forms/x`, { headers: client })).status
  // The rate would permit one more.
  expect(await ask()).toBe(429)
  expect((await fetch(`${behind.url}/api/forms/x`, { headers: from('203.0.113.61') })).status).toBe(200)
  for (const { end } of held) end()
  await expect.poll(ask, { interval: 100 }).toBe(200)
})

test('a thousand forged client addresses share one limit and reach no log', async () => {
  const forged = (n: number) => ({
    'x-forwarded-for': `198.51.${n % 250}.${n % 99}, 2001:db8:${n.toString(16)}::1`,
    'x-real-ip': `198.51.100.${n % 250}`,
    forwarded: `for=198.51.100.${n % 250}`,
    'x-forwarded-proto': 'https',
  })
  const { passed, seconds } = await flood(open, '/api/forms/forged', 1_000, forged)
  expect(passed).toBeGreaterThanOrEqual(40)
  expect(passed).toBeLessThanOrEqual(41 + Math.ceil(20 * seconds))
  expect(await open.log()).not.toMatch(/198\.51\.|2001:db8/)
  expect(open.services.forms.seen.at(-1)?.headers).toMatchObject({
    'x-real-ip': '127.0.0.1',
    'x-forwarded-proto': 'http',
  })
})

test.each([
  ['203.0.113.77', '203.0.113.0'],
  ['2001:db8:7:1::5', '2001:db8:7::'],
  ['2001:db8::5', '2001:db8::'],
  ['2001::5', '2001::'],
  ['::ffff:198.51.100.9', '198.51.100.0'],
])('%s is logged as %s', async (address, logged) => {
  await fetch(`${behind.url}/robots.txt`, { headers: from(address) })
  await expect.poll(() => behind.log()).toContain(`"ip":"${logged}"`)
  expect(await behind.log()).not.toContain(`"${address}"`)
})

test('behind a trusted proxy, the last forwarded address that is not a proxy is the client', async () => {
  const chain = (n: number) => from(`198.51.100.${n % 250}, 203.0.113.70, 192.0.2.7`)
  const { passed, seconds } = await flood(behind, '/api/forms/x', 300, chain)
  expect(passed).toBeLessThanOrEqual(41 + Math.ceil(20 * seconds))
  expect(behind.services.forms.seen.at(-1)?.headers).toMatchObject({
    'x-real-ip': '203.0.113.70',
    'x-forwarded-for': '203.0.113.70',
    'x-forwarded-proto': 'https',
  })
})

test('an IPv6 /64 is one client, and an IPv4-mapped address equals its IPv4 form', async () => {
  const hex = (n: number) => ((n * 7_919) % 65_536).toString(16)
  const household = (n: number) => from(`2001:db8:7:1:${hex(n % 8)}:${hex(n)}::${hex(n + 1)}`)
  const one = await flood(behind, '/api/forms/x', 200, household)
  expect(one.passed).toBeLessThanOrEqual(41 + Math.ceil(20 * one.seconds))
  expect((await flood(behind, '/api/forms/x', 30, () => from('2001:db8:7:2::1'))).passed).toBe(30)

  const mapped = (n: number) => from(n % 2 ? '203.0.113.80' : '::ffff:203.0.113.80')
  const two = await flood(behind, '/api/forms/x', 200, mapped)
  expect(two.passed).toBeLessThanOrEqual(41 + Math.ceil(20 * two.seconds))
  expect((await flood(behind, '/api/forms/x', 30, () => from('::ffff:203.0.113.81'))).passed).toBe(30)
})

test('behind a proxy that terminates TLS, http pages are redirected, http calls refused, and https pages send HSTS', async () => {
  const ask = (path: string, proto: string) =>
    fetch(behind.url + path, { redirect: 'manual', headers: { ...from('203.0.113.90'), 'x-forwarded-proto': proto } })
  const page = await ask('/login', 'http')
  expect([page.status, page.headers.get('location')]).toEqual([308, 'https://archery.example/login'])
  expect((await ask('/api/forms/x', 'http')).status).toBe(403)
  expect((await ask('/api/forms/x', 'https')).status).toBe(200)
  // Subdomains are the operator's choice.
  expect((await ask('/', 'https')).headers.get('strict-transport-security')).toBe('max-age=63072000')
  // An untrusted client cannot claim https.
  const claimed = await fetch(`${open.url}/`, { headers: { 'x-forwarded-proto': 'https' } })
  expect(claimed.headers.get('strict-transport-security')).toBeNull()
})
