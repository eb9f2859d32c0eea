import { expect, test } from 'vitest'
import { redisProbe } from './redis-policy'

test('F16: a Redis that may drop jobs is not ready, which is told once each time it is found', async () => {
  let policy = 'noeviction'
  const told: string[] = []
  const probe = redisProbe({ info: async () => `# Memory\r\nmaxmemory_policy:${policy}\r\n` }, (one) => told.push(one))
  await probe()
  policy = 'allkeys-lru'
  await expect(probe()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(probe()).rejects.toThrow()
  expect(told).toEqual(['allkeys-lru'])
  policy = 'noeviction'
  await probe()
  policy = 'volatile-ttl'
  await expect(probe()).rejects.toThrow()
  expect(told).toEqual(['allkeys-lru', 'volatile-ttl'])
})
