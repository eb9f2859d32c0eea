import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { dropNewConnections, unacceptedConnections } from './listening-socket'

const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('answered') })
afterAll(() => server.stop(true))
const port = server.port ?? 0

/** A connection, or undefined when there is none within 300 ms. */
function tryToConnect(): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    setTimeout(() => {
      if (socket.connecting) {
        socket.destroy()
        resolve(undefined)
      }
    }, 300)
  })
}

const answerOn = (socket: Socket, body = '') =>
  new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString()))
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  })

test.skipIf(process.platform !== 'linux')('new connections are dropped, existing ones are still served', async () => {
  const before = await tryToConnect()
  expect(before).toBeDefined()
  expect(dropNewConnections(port)).toBe(true)
  expect(await tryToConnect()).toBeUndefined()
  expect(unacceptedConnections(port)).toBe(1)
  // Larger than one packet.
  const answer = answerOn(before!, 'x'.repeat(200_000))
  while (unacceptedConnections(port) > 0) await Bun.sleep(5)
  expect(await answer).toContain('answered')
  before!.destroy()
})

test('a closed port is reported', () => {
  expect(dropNewConnections(1)).toBe(false)
})
