import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

/** A proxy before a server that does this with each connection. */
async function proxied(serve: (socket: Socket) => void): Promise<FaultProxy> {
  const target = createServer({ allowHalfOpen: true }, serve).listen(0, '127.0.0.1')
  await once(target, 'listening')
  const proxy = await startFaultProxy({ port: (target.address() as { port: number }).port })
  opened.push(
    () => target.close(),
    () => proxy.stop(),
  )
  return proxy
}

async function connected({ port }: FaultProxy): Promise<Socket> {
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => {})
  await once(client, 'connect')
  opened.push(() => client.destroy())
  return client
}

test('stopping ends a connection whose server has gone and whose client keeps its side open', async () => {
  const proxy = await proxied((socket) => socket.end('bye'))
  const client = await connected(proxy)
  client.resume()
  await once(client, 'end')
  const stopped = proxy.stop().then(() => 'stopped')
  expect(await Promise.race([stopped, new Promise((late) => setTimeout(late, 5_000, 'waiting'))])).toBe('stopped')
})

test.each<[string, (proxy: FaultProxy) => void]>([
  ['ended', (proxy) => proxy.heal()],
  ['became shorter', (proxy) => proxy.slow(20)],
])('what is sent after a delay has %s arrives after what was delayed, and before the end', async (_, change) => {
  let received = ''
  let ended = false
  const proxy = await proxied((socket) => {
    socket.on('error', () => {})
    socket.on('data', (part) => {
      received += part
    })
    socket.once('close', () => {
      ended = true
    })
    socket.once('end', () => socket.end())
  })
  const client = await connected(proxy)
  proxy.slow(200)
  for (const part of ['one ', 'two ']) {
    client.write(part)
    await Bun.sleep(20)
  }
  change(proxy)
  client.write('three ')
  await Bun.sleep(20)
  client.end('four')
  await expect.poll(() => [received, ended]).toEqual(['one two three four', true])
})

test('answers keep their order, too', async () => {
  const proxy = await proxied((socket) => {
    socket.on('data', (part) => socket.write(part))
    socket.on('error', () => {})
  })
  const client = await connected(proxy)
  let received = ''
  client.on('data', (part) => {
    received += part
  })
  proxy.slow(150)
  client.write('one ')
  // On its way back to the client when the delay ends.
  await Bun.sleep(200)
  proxy.heal()
  client.write('two')
  await expect.poll(() => received).toBe('one two')
})
