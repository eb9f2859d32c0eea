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

test.each([
  ['is full', { memory: 'used_memory:201326592\r\nmaxmemory:201326592\r\n' }, 'no memory left'],
  ['cannot write its file', { persistence: 'aof_enabled:1\r\naof_last_write_status:err\r\n' }, 'cannot write its file'],
])('F15, F19: a Redis that %s is not ready', async (_, sections: Record<string, string>, reason) => {
  const healthy: Record<string, string> = {
    memory: 'used_memory:1000\r\nmaxmemory:201326592\r\n',
    persistence: 'aof_last_write_status:ok\r\n',
  }
  let now = healthy
  const probe = redisProbe({ info: async (...sections: unknown[]) => now[String(sections[0])] ?? '' }, () => {})
  await probe()
  now = { ...healthy, ...sections }
  await expect(probe()).rejects.toThrow(reason)
  now = healthy
  await probe()
})
