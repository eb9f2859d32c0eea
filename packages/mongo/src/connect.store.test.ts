import { connect, createServer, type Socket } from 'node:net'
import { seconds } from '@app/contracts/durations'
import { expect, test, vi } from 'vitest'
import { connectMongo } from './connect'
import { newDatabaseUri } from './test-database.fixture'

test('a pool is maintained every five seconds, although the constructor of the driver ignores that option', async () => {
  const mongo = connectMongo(newDatabaseUri(), { prepare: async () => {}, onError: () => {} })
  try {
    await mongo.ready
    const { topology } = mongo.connection.getClient() as unknown as {
      topology: { s: { servers: Map<string, { pool: { options: object } }> } }
    }
    const pools = [...topology.s.servers.values()].map(({ pool }) => pool.options)
    expect(pools).toEqual([expect.objectContaining({ minPoolSizeCheckFrequencyMS: seconds(5) })])
  } finally {
    await mongo.close()
  }
})

/** Passes on what arrives, until `stall`: then, as when a machine vanishes, nothing is answered and no connection ends. */
async function proxyTo(host: string, port: number) {
  const sockets = new Set<Socket>()
  let isStalled = false
  const server = createServer((socket) => {
    const there = connect(port, host)
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ] as const) {
      sockets.add(one.on('error', () => {}))
      one.on('data', (data) => isStalled || other.write(data)).on('close', () => other.destroy())
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `127.0.0.1:${(server.address() as { port: number }).port}`,
    stall: () => {
      isStalled = true
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('a server that vanished is found out by the first command that times out', async () => {
  const uri = new URL(newDatabaseUri())
  const proxy = await proxyTo(uri.hostname, Number(uri.port))
  uri.host = proxy.address
  uri.searchParams.delete('replicaSet')
  uri.searchParams.set('directConnection', 'true')
  const mongo = connectMongo(uri.href, { prepare: async () => {}, onError: () => {} })
  try {
    await mongo.ready
    const failed = vi.fn()
    mongo.connection.getClient().on('serverHeartbeatFailed', failed)
    proxy.stall()
    await expect(mongo.db().command({ ping: 1 })).rejects.toThrow()
    await vi.waitFor(() => expect(failed).toHaveBeenCalled(), { timeout: seconds(5) })
  } finally {
    await mongo.close()
    proxy.stop()
  }
}, 30_000)
