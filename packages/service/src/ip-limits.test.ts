import { expect, test } from 'vitest'
import { ipLimits } from './ip-limits'
import { sharedCounters } from './shared-counters'

/** A closed port. */
const away = () => sharedCounters({ redisUrl: 'redis://127.0.0.1:1', prefix: 'test', owner: 'test', onError: () => {} })
const from = (ip: string) => new Request('http://localhost/', { headers: { 'x-real-ip': ip } })

async function passed(limit: (request: Request) => Promise<void>, ip: string, count: number) {
  const results = await Promise.allSettled(Array.from({ length: count }, () => limit(from(ip))))
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('N3: without Redis each process counts on its own, each address separately', async () => {
  const counters = away()
  const limits = ipLimits(counters)
  expect(await passed(limits.codeSend, '203.0.113.1', 50)).toBe(20)
  expect(await passed(limits.codeCheck, '203.0.113.1', 50)).toBe(40)
  expect(await passed(limits.codeSend, '2001:db8::1', 15)).toBe(15)
  expect(await passed(limits.codeSend, '2001:db8::2', 15)).toBe(5)
  counters.close()
})

test('a refusal has Retry-After', async () => {
  const counters = away()
  const limits = ipLimits(counters)
  await passed(limits.codeSend, '203.0.113.1', 20)
  await expect(limits.codeSend(from('203.0.113.1'))).rejects.toMatchObject({ code: 'too_many_requests', status: 429 })
  const { retryAfter } = (await limits.codeSend(from('203.0.113.1')).catch((error) => error)) as { retryAfter: number }
  expect(retryAfter).toBeGreaterThan(890)
  expect(retryAfter).toBeLessThanOrEqual(900)
  counters.close()
})

test('a factor lifts every limit', async () => {
  const counters = away()
  const limits = ipLimits(counters, 3)
  expect(await passed(limits.codeSend, '203.0.113.1', 70)).toBe(60)
  counters.close()
})
