import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../../tests/support/free-port'
import { until } from '../../../tests/support/until'
import { redisClusterErrors } from './redis-cluster'

/** A real server while `use` runs. */
async function withRedis(options: readonly string[], use: (url: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'archery-cluster-'))
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...options]
  const server = spawn('redis-server', args, { stdio: 'ignore' })
  const exited = new Promise((done) => server.once('exit', done))
  const url = `redis://127.0.0.1:${port}`
  try {
    await until('Redis to answer', async () => {
      const client = new Bun.RedisClient(url, { autoReconnect: false, maxRetries: 0 })
      return client.send('INFO', ['server']).finally(() => client.close())
    })
    await use(url)
  } finally {
    server.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a member of a Redis Cluster is refused, by name and without its address', async () => {
  // Without a port of its own, the bus is 10,000 above the other port, which may be no port at all.
  const bus = String(await freePort())
  await withRedis(['--cluster-enabled', 'yes', '--cluster-port', bus], async (url) => {
    const errors = await redisClusterErrors({ REDIS_URL: url, AUTH_REDIS_URL: url })
    expect(errors).toEqual([
      expect.stringMatching(/^REDIS_URL: is a Redis Cluster/),
      expect.stringMatching(/^AUTH_REDIS_URL: is a Redis Cluster/),
    ])
    expect(errors.join()).not.toContain('127.0.0.1')
  })
})

test('a single server, and one that does not answer, are accepted', async () => {
  await withRedis([], async (url) => expect(await redisClusterErrors({ REDIS_URL: url })).toEqual([]))
  expect(await redisClusterErrors({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` })).toEqual([])
})
