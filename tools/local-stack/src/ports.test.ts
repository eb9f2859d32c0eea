import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { choosePorts, demandPort, isFree } from './ports'

const anyFree = async () => true

test('a part keeps the port it had before', async () => {
  expect(await choosePorts(['redis', 'mongo'], { redis: 20_001 }, {}, anyFree)).toMatchObject({ redis: 20_001 })
})

test("a port that was asked for is nobody else's, also when that one had it before", async () => {
  const ports = await choosePorts(['nginx', 'web'], { nginx: 8080 }, { web: 8080 }, anyFree)
  expect(ports.web).toBe(8080)
  expect(ports.nginx).not.toBe(8080)
})

test('a port that somebody else has taken meanwhile is replaced', async () => {
  const ports = await choosePorts(['redis'], { redis: 20_001 }, {}, async (port) => port !== 20_001)
  expect(ports.redis).not.toBe(20_001)
})

test('no two parts share a port, and none lies where outgoing connections take theirs', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `part-${index}`)
  const ports = Object.values(await choosePorts(names, { 'part-0': 20_001, 'part-1': 20_001 }, {}, anyFree))
  expect(new Set(ports).size).toBe(200)
  expect(ports.every((port) => port >= 20_000 && port < 30_000)).toBe(true)
})

test('a port on which somebody listens is not free', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  expect(await isFree(port)).toBe(false)
  await expect(demandPort(port)).rejects.toThrow(`Port ${port} is taken by another program. Choose another one`)
  await new Promise((resolve) => server.close(resolve))
  expect(await isFree(port)).toBe(true)
  await demandPort(port)
})
