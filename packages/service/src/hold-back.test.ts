import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { holdBackNewConnections } from './hold-back'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  return socket
}
const outcome = (socket: Socket) =>
  Promise.race([once(socket, 'connect').then(() => 'connected'), Bun.sleep(500).then(() => 'silence')])

test.skipIf(process.platform !== 'linux')(
  'a connection that exists is served, also when its request is still on its way; a new one gets no answer',
  async () => {
    const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('served') })
    const early = open(server.port!)
    await once(early, 'connect')

    expect(holdBackNewConnections(server.port!)).toBe(true)
    const late = open(server.port!)
    expect(await outcome(late)).toBe('silence')
    early.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [answer] = await once(early, 'data')
    expect(String(answer)).toContain('served')

    await server.stop()
    const refused = open(server.port!)
    const [error] = await once(refused, 'error')
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
  },
)

test('a port that nothing listens on is none of its business', () => {
  expect(holdBackNewConnections(1)).toBe(false)
})
