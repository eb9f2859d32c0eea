import { expect, test } from 'vitest'
import { redisProbe } from './redis-policy'

test('F16: a Redis that may evict jobs is not ready, which is reported once per change', async () => {
  let policy = 'noeviction'
  const reported: string[] = []
  const probe = redisProbe({ info: async () => `# Memory\r\nmaxmemory_policy:${policy}\r\n` }, (one) =>
    reported.push(one),
  )
  await probe()
  policy = 'allkeys-lru'
  await expect(probe()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(probe()).rejects.toThrow()
  expect(reported).toEqual(['allkeys-lru'])
  policy = 'noeviction'
  await probe()
  policy = 'volatile-ttl'
  await expect(probe()).rejects.toThrow()
  expect(reported).toEqual(['allkeys-lru', 'volatile-ttl'])
})
