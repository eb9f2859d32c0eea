import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Edge, startEdge } from './nginx-harness'

const inSeconds = (since: number) => (performance.now() - since) / 1_000

/** Opens a connection, sends `bytes` and then nothing. */
const open = ({ port }: Edge, bytes = '') =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      bytes ? socket.write(bytes, () => resolve(socket)) : resolve(socket),
    )
    socket.once('error', reject)
  })
/** The answer and the seconds until the edge closed. */
const untilClosed = (socket: Socket) => {
  const startedAt = performance.now()
  let answer = ''
  return new Promise<{ answer: string; seconds: number }>((resolve) => {
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ answer, seconds: inSeconds(startedAt) }))
  })
}

describe('slow clients are disconnected and delay no other request', { timeout: 90_000 }, () => {
  let edge: Edge
  beforeAll(async () => {
    edge = await startEdge({ settings: { EDGE_LIMIT_FACTOR: '1' } })
    await writeFile(join(edge.root, 'assets', 'large.js'), 'x'.repeat(30_000_000))
  })
  afterAll(() => edge?.stop())

  test.concurrent('one that sends nothing', async () => {
    const { answer, seconds } = await untilClosed(await open(edge))
    expect(answer).toBe('')
    expect(seconds).toBeGreaterThan(5)
  })

  test.concurrent('one whose headers arrive a byte a second', async () => {
    const socket = await open(edge, 'GET /api/forms/slowloris HTTP/1.1\r\nHost: a\r\nX-Slow: ')
    const drip = setInterval(() => socket.write('x'), 1_000)
    const { seconds } = await untilClosed(socket)
    clearInterval(drip)
    expect(seconds).toBeGreaterThan(5)
    expect(edge.services.forms.seen.filter(({ url }) => url.endsWith('/slowloris'))).toEqual([])
  })

  test.concurrent('one whose body never arrives; no service is called', async () => {
    const request = 'POST /api/forms/no-body HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nonly this'
    const { answer, seconds } = await untilClosed(await open(edge, request))
    expect(answer).toBe('')
    expect(seconds).toBeGreaterThan(5)
    expect(edge.services.forms.seen.filter(({ url }) => url.endsWith('/no-body'))).toEqual([])
    const line = (await edge.log()).split('\n').find((each) => each.includes('/no-body'))
    expect(JSON.parse(line!)).toMatchObject({ status: '408', upstream: '' })
  })

  test.concurrent('one that never reads its answer', async () => {
    const socket = connect(edge.port, '127.0.0.1')
    socket.pause()
    socket.on('error', () => {})
    socket.write('GET /assets/large.js HTTP/1.1\r\nHost: a\r\n\r\n')
    const line = async () => (await edge.log()).split('\n').find((each) => each.includes('/assets/large.js'))
    await expect.poll(line, { timeout: 60_000, interval: 250 }).toBeDefined()
    const { bytes, seconds } = JSON.parse((await line())!) as { bytes: string; seconds: string }
    expect(Number(bytes)).toBeLessThan(30_000_000)
    expect(Number(seconds)).toBeGreaterThan(5)
    socket.destroy()
  })

  test.concurrent('hundreds of them do not affect other clients', async () => {
    const slow = await Promise.all(
      Array.from({ length: 300 }, (_, n) => open(edge, n % 2 ? 'GET / HTTP/1.1\r\nHost: a\r\nX-S' : '')),
    )
    for (let n = 0; n < 10; n++) expect((await fetch(`${edge.url}/api/tables/x/${n}`)).status).toBeLessThan(500)
    expect((await fetch(`${edge.url}/`)).status).toBe(200)
    for (const socket of slow) socket.destroy()
  })
})

test('F35: with idle clients on every connection, new clients are served and active ones continue', async () => {
  const edge = await startEdge({ schemas: 256 })
  try {
    const working = await open(
      edge,
      'POST /api/forms/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhe',
    )
    const finished = untilClosed(working)
    const idle: Socket[] = []
    // Twice the connections that all workers may have open. Each is open, or closed again, before a client asks: while
    // thousands arrive, nginx also closes a connection whose request has not been read yet, and a browser tries again.
    const arrived = Array.from({ length: 4_000 }, () => {
      const socket = connect(edge.port, '127.0.0.1')
      socket.on('error', () => {})
      idle.push(socket)
      return Promise.race([once(socket, 'connect'), once(socket, 'close')].map((each) => each.catch(() => {})))
    })
    await Promise.all(arrived)
    for (let n = 0; n < 20; n++) {
      const answer = await fetch(`${edge.url}/api/forms/${n}`, { keepalive: false, signal: AbortSignal.timeout(9_000) })
      expect([200, 429, 503]).toContain(answer.status)
    }
    working.write('llo')
    expect((await finished).answer).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of idle) socket.destroy()
    const ask = async () => (await fetch(`${edge.url}/api/forms/after`, { keepalive: false })).status
    await expect.poll(ask, { timeout: 60_000 }).toBe(200)
    expect(await Promise.all(Array.from({ length: 30 }, ask))).toEqual(Array(30).fill(200))
  } finally {
    await edge.stop()
  }
})
