import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startFaultProxy } from '../support/fault-proxy'

test('stopping ends a connection whose server has gone and whose client keeps its side open', async () => {
  const target = createServer((socket) => socket.end('bye')).listen(0, '127.0.0.1')
  await once(target, 'listening')
  const proxy = await startFaultProxy({ port: (target.address() as { port: number }).port })
  const client = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => {})
  client.resume()
  await once(client, 'end')
  try {
    const stopped = proxy.stop().then(() => 'stopped')
    expect(await Promise.race([stopped, new Promise((late) => setTimeout(late, 5_000, 'waiting'))])).toBe('stopped')
  } finally {
    client.destroy()
    target.close()
  }
})
