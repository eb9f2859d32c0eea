import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveEndpoint, urlFault } from './endpoint'
import { sender } from './send'

type Server = ReturnType<typeof Bun.serve>
let server: Server
const seen: { path: string; host: string | null; body: string }[] = []
beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url)
      seen.push({ path: pathname, host: request.headers.get('host'), body: await request.text() })
      if (pathname === '/slow') await new Promise(() => {})
      if (pathname === '/large') return new Response('x'.repeat(1_000_000))
      if (pathname === '/moved') return new Response(null, { status: 302, headers: { location: '/elsewhere' } })
      return new Response('thank you')
    },
  })
})
afterAll(() => server.stop(true))

const local = { allowsLocal: true }
const send = (path: string, limitMs?: number) =>
  sender(local, limitMs)(`http://127.0.0.1:${server.port}${path}`, { 'webhook-id': 'a' }, '{}')

test('a message arrives, and the beginning of the response is kept', async () => {
  expect(await send('/ok')).toMatchObject({ status: 200, error: null, body: 'thank you' })
  expect(seen.at(-1)).toMatchObject({ path: '/ok', body: '{}' })
})

test('a redirect is an answer, and is not followed', async () => {
  expect(await send('/moved')).toMatchObject({ status: 302 })
  expect(seen.at(-1)!.path).toBe('/moved')
})

test('of a large response 64 KB are read, and its status counts', async () => {
  expect(await send('/large')).toMatchObject({ status: 200, body: 'x'.repeat(2_000) })
})

test('an endpoint that does not answer in time, or is not there, is a failed attempt', async () => {
  expect(await send('/slow', 100)).toMatchObject({ status: null, error: 'No answer within 0.1 seconds' })
  expect(await sender(local)('http://127.0.0.1:1/', {}, '')).toMatchObject({ status: null, error: expect.any(String) })
})

test('a name is resolved once, and the request goes to that address', async () => {
  let lookups = 0
  const resolve = async () => {
    lookups += 1
    // Whoever asked again would get another address.
    return [{ address: lookups === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }]
  }
  const answer = await sender({ allowsLocal: true, resolve })(`http://localhost:${server.port}/pinned`, {}, '{}')
  expect([answer.status, lookups, seen.at(-1)!.host]).toEqual([200, 1, `localhost:${server.port}`])
})

test.each([
  ['http://hooks.example/', 'Address must begin with https://'],
  ['ftp://hooks.example/', 'Address must begin with https://'],
  ['https://user:pw@hooks.example/', 'Address must not contain a password'],
  ['https://hooks.example/#a', 'Address must not contain #'],
  ['https://127.0.0.1/', 'Address must be public'],
  ['https://[::1]/', 'Address must be public'],
  ['https://[::ffff:10.0.0.1]/', 'Address must be public'],
  ['https://169.254.169.254/latest', 'Address must be public'],
  // Other ways to write 127.0.0.1, which a URL makes plain.
  ['https://2130706433/', 'Address must be public'],
  ['https://0x7f.1/', 'Address must be public'],
  ['nonsense', 'Address is not a valid URL'],
])('%s is refused: %s', (url, fault) => expect(urlFault(url, { allowsLocal: false })).toBe(fault))

test.each([[['10.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['fd00:ec2::254']], [[]]])(
  'a name with the addresses %j is refused',
  async (addresses) => {
    const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    await expect(resolveEndpoint('https://hooks.example/', { allowsLocal: false, resolve })).rejects.toThrow(/address/)
  },
)

test('a public name is allowed, and http on this machine in development alone', async () => {
  const resolve = async () => [{ address: '8.8.8.8', family: 4 }]
  expect(await resolveEndpoint('https://hooks.example/', { allowsLocal: false, resolve })).toMatchObject({
    address: '8.8.8.8',
  })
  expect(urlFault('http://localhost:9000/', { allowsLocal: true })).toBeUndefined()
  expect(urlFault('http://10.0.0.1/', { allowsLocal: true })).toBeDefined()
})
