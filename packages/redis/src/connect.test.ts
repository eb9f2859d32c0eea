import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { connectRedis } from './connect'

type Answer = (words: string[], socket: Socket) => string | undefined

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`
const list = (...items: string[]) => `*${items.length}\r\n${items.join('')}`
const push = (...items: string[]) => `>${items.length}\r\n${items.join('')}`

/** Speaks just enough of the protocol: each command is answered by `answer`, or with OK. */
async function fakeServer(answer: Answer) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.setEncoding('latin1').on('data', (data) => {
      // Commands are short, so each arrives whole.
      for (const command of String(data)
        .split(/^\*\d+\r\n/m)
        .filter(Boolean)) {
        const words = command.split('\r\n').filter((_, at) => at % 2 === 1)
        const text = answer(words, socket)
        if (text !== undefined) socket.write(text)
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    drop,
    stop() {
      drop()
      server.close()
    },
  }
}

test('a connection that asks for the primary while Sentinels report another one is made', async () => {
  const primary = await fakeServer(([name]) =>
    name === 'info' ? bulk('role:master\r\nloading:0\r\n') : name === 'ping' ? '+PONG\r\n' : '+OK\r\n',
  )
  const where = () => list(bulk('127.0.0.1'), bulk(String(primary.port)))
  let subscriber: Socket | undefined
  let attempts = 0
  const sentinel = await fakeServer(([name, verb = ''], socket) => {
    if (name === 'subscribe') {
      subscriber = socket
      return push(bulk('subscribe'), bulk('+switch-master'), ':1\r\n')
    }
    if (name !== 'sentinel') return '+OK\r\n'
    if (verb === 'sentinels') return list()
    if (attempts++ === 0) return where()
    // The report arrives between question and answer.
    subscriber?.write(push(bulk('message'), bulk('+switch-master'), bulk('archery 127.0.0.1 1 127.0.0.1 2')))
    setTimeout(() => socket.write(where()), 100)
    return undefined
  })
  const client = connectRedis(`redis+sentinel://127.0.0.1:${sentinel.port}/archery`, { maxRetriesPerRequest: null })
  client.on('error', () => {})
  const statuses: string[] = []
  client.on('end', () => statuses.push('end'))
  try {
    expect(await client.ping()).toBe('PONG')
    await expect.poll(() => subscriber).toBeDefined()
    const ready = new Promise<void>((done) => client.once('ready', done))
    primary.drop()
    await Promise.race([ready, new Promise((done) => client.once('end', done))])
    expect(statuses).toEqual([])
    expect(await client.ping()).toBe('PONG')
    expect(attempts).toBeGreaterThan(1)
  } finally {
    client.disconnect()
    primary.stop()
    sentinel.stop()
  }
})
