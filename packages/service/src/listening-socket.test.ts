import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { dropNewConnections } from './listening-socket'

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

const answerOn = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString()))
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  })

test.skipIf(process.platform !== 'linux')('new connections are dropped, existing ones are still served', async () => {
  const before = await tryToConnect()
  expect(before).toBeDefined()
  expect(dropNewConnections(port)).toBe(true)
  expect(await tryToConnect()).toBeUndefined()
  expect(await answerOn(before!)).toContain('answered')
  before!.destroy()
})

test('a closed port is reported', () => {
  expect(dropNewConnections(1)).toBe(false)
})
