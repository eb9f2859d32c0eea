import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { choosePorts, isFree, newPort, requirePort } from './ports'

const anyFree = async () => true

test('a process keeps its previous port', async () => {
  expect(await choosePorts(['redis', 'mongo'], { redis: 20_001 }, {}, anyFree)).toMatchObject({ redis: 20_001 })
})

test('a requested port goes to the process it was requested for, even if another one had it before', async () => {
  const ports = await choosePorts(['nginx', 'web'], { nginx: 8080 }, { web: 8080 }, anyFree)
  expect(ports.web).toBe(8080)
  expect(ports.nginx).not.toBe(8080)
})

test('a previous port that is now in use is replaced', async () => {
  const ports = await choosePorts(['redis'], { redis: 20_001 }, {}, async (port) => port !== 20_001)
  expect(ports.redis).not.toBe(20_001)
})

test('no two processes share a port, and none is in the ephemeral range', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `process-${index}`)
  const ports = Object.values(await choosePorts(names, { 'process-0': 20_001, 'process-1': 20_001 }, {}, anyFree))
  expect(new Set(ports).size).toBe(200)
  expect(ports.every((port) => port >= 20_000 && port < 30_000)).toBe(true)
})

test('a port with a listener is not free', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  expect(await isFree(port)).toBe(false)
  await expect(requirePort(port)).rejects.toThrow(`Port ${port} is in use by another program. Choose another`)
  await new Promise((resolve) => server.close(resolve))
  expect(await isFree(port)).toBe(true)
  await requirePort(port)
})

test('a port that another process has claimed is not chosen, although nothing listens there yet', async () => {
  // Where neither products nor outgoing connections of other tests are.
  const port = await newPort(15_000, 19_999, isFree)
  const other = createSocket('udp4')
  await new Promise<void>((resolve) => other.bind({ port, address: '127.0.0.1', exclusive: true }, resolve))
  expect((await choosePorts(['redis'], { redis: port })).redis).not.toBe(port)
  await new Promise<void>((resolve) => other.close(resolve))
  expect((await choosePorts(['redis'], { redis: port })).redis).toBe(port)
})

test('a claimed port is not new again, and stays the one of its own product', async () => {
  const [first, last] = [29_990, 29_993]
  const ports = [await newPort(first, last), await newPort(first, last)]
  expect(new Set(ports).size).toBe(2)
  expect((await choosePorts(['redis'], { redis: ports[0]! })).redis).toBe(ports[0])
})

test('a range without a free port is a clear error', async () => {
  let tries = 0
  const isUsable = async () => {
    tries++
    return false
  }
  await expect(newPort(25_000, 25_009, isUsable)).rejects.toThrow('No port from 25000 to 25009 is free')
  expect(tries).toBeLessThanOrEqual(1_000)
})
