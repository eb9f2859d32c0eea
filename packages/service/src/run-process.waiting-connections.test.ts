import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { waitingConnections } from './run-process'

const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('answered') })
afterAll(() => server.stop(true))
const port = server.port ?? 0

test.skipIf(process.platform !== 'linux')('a connection waits until its request arrives', async () => {
  expect(waitingConnections(port)).toBe(0)
  const socket = connect(port, '127.0.0.1')
  await expect.poll(() => waitingConnections(port)).toBe(1)
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await answer).toContain('answered')
  expect(waitingConnections(port)).toBe(0)
  socket.destroy()
})

test('nothing waits at a closed port', () => {
  expect(waitingConnections(1)).toBe(0)
})
