import type { LimitName } from '@app/contracts/policy'
import { expect, test } from 'vitest'
import { type CallLimits, callLimits, sharedCounters } from './limits'

/** Counters whose Redis is a closed port. */
const withoutRedis = () =>
  sharedCounters({ redisUrl: 'redis://127.0.0.1:1', prefix: 'test', owner: 'test', onError: () => {} })
const from = (ip: string) => new Request('http://localhost/', { headers: { 'x-real-ip': ip } })

type Caller = { ip?: string; session?: string; secret?: string }
const one = (limits: CallLimits, name: LimitName, { ip = '203.0.113.1', ...caller }: Caller) =>
  limits(name, { request: from(ip), ...caller })
const refusal = (limits: CallLimits, name: LimitName, caller: Caller) =>
  one(limits, name, caller).then(
    () => undefined,
    (error: unknown) => error as { retryAfter: number; message: string },
  )

async function passed(limits: CallLimits, name: LimitName, caller: Caller, count: number) {
  const results = await Promise.allSettled(Array.from({ length: count }, () => one(limits, name, caller)))
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('without Redis each process counts on its own, each network separately', async () => {
  const counters = withoutRedis()
  const limits = callLimits(counters)
  expect(await passed(limits, 'codeSend', { ip: '203.0.113.1' }, 50)).toBe(20)
  expect(await passed(limits, 'codeCheck', { ip: '203.0.113.1' }, 50)).toBe(40)
  expect(await passed(limits, 'codeSend', { ip: '203.0.113.2' }, 50)).toBe(20)
  expect(await passed(limits, 'visit', { ip: '203.0.113.2' }, 80)).toBe(60)
  expect(await passed(limits, 'codeSend', { ip: '2001:db8::1' }, 15)).toBe(15)
  expect(await passed(limits, 'codeSend', { ip: '2001:db8::2' }, 15)).toBe(5)
  expect(await passed(callLimits(withoutRedis()), 'codeSend', { ip: '203.0.113.1' }, 50)).toBe(20)
  counters.close()
})

test('without Redis each process counts on its own, each session and each kind of call separately', async () => {
  const counters = withoutRedis()
  const limits = callLimits(counters)
  expect(await passed(limits, 'read', { session: 'ada' }, 400)).toBe(300)
  expect(await passed(limits, 'write', { session: 'ada' }, 200)).toBe(120)
  expect(await passed(limits, 'export', { session: 'ada' }, 20)).toBe(6)
  expect(await passed(limits, 'export', { session: 'eve' }, 20)).toBe(6)
  expect(await passed(callLimits(withoutRedis(), 3), 'export', { session: 'ada' }, 20)).toBe(18)
  counters.close()
})

test('the sessions of a network share a further budget', async () => {
  const counters = withoutRedis()
  const limits = callLimits(counters)
  const sessions = Array.from({ length: 12 }, (_, index) => `session-${index}`)
  const all = await Promise.all(sessions.map((session) => passed(limits, 'export', { session }, 6)))
  expect(all.reduce((sum, count) => sum + count)).toBe(60)
  expect((await refusal(limits, 'export', { session: 'next' }))?.message).toContain('your network')
  expect(await refusal(limits, 'export', { session: 'next', ip: '203.0.113.2' })).toBeUndefined()
  counters.close()
})

test('a secret address has a budget of its own, whichever network it is fetched from', async () => {
  const counters = withoutRedis()
  const limits = callLimits(counters)
  expect(await passed(limits, 'calendar', { secret: 'a.ics' }, 40)).toBe(40)
  expect(await passed(limits, 'calendar', { secret: 'a.ics', ip: '203.0.113.2' }, 40)).toBe(20)
  expect(await passed(limits, 'calendar', { secret: 'b.ics' }, 40)).toBe(40)
  expect((await refusal(limits, 'calendar', { secret: 'a.ics' }))?.message).toMatch(
    /^This address was used too often within a minute\. Please wait \d+ seconds and try again\.$/,
  )
  counters.close()
})

test('larger networks have budgets as well, except for callers with a session', async () => {
  const counters = withoutRedis()
  const limits = callLimits(counters)
  const ips = ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:3::1']
  const anonymous = []
  for (const ip of ips) anonymous.push(await passed(limits, 'codeSend', { ip }, 20))
  expect(anonymous).toEqual([20, 20, 0])
  const signedIn = []
  for (const ip of ips) signedIn.push(await passed(limits, 'export', { ip, session: ip }, 6))
  for (const ip of ips) signedIn.push(await passed(limits, 'codeCheck', { ip, session: ip }, 40))
  expect(signedIn).toEqual([6, 6, 6, 40, 40, 40])
  counters.close()
})

test('a refusal has Retry-After', async () => {
  const counters = withoutRedis()
  const limits = callLimits(counters)
  await passed(limits, 'codeSend', {}, 20)
  const byNetwork = await refusal(limits, 'codeSend', {})
  expect(byNetwork).toMatchObject({ code: 'too_many_requests', status: 429 })
  expect(byNetwork!.retryAfter).toBeGreaterThan(890)
  expect(byNetwork!.retryAfter).toBeLessThanOrEqual(900)

  await passed(limits, 'export', { session: 'ada' }, 6)
  const bySession = await refusal(limits, 'export', { session: 'ada' })
  expect(bySession).toMatchObject({ code: 'too_many_requests', status: 429 })
  expect(bySession!.retryAfter).toBeGreaterThan(50)
  expect(bySession!.retryAfter).toBeLessThanOrEqual(60)
  expect(bySession!.message).toContain(`Please wait ${bySession!.retryAfter} seconds and try again.`)
  counters.close()
})

test('a factor multiplies every limit', async () => {
  const counters = withoutRedis()
  const limits = callLimits(counters, 3)
  expect(await passed(limits, 'codeSend', {}, 70)).toBe(60)
  expect(await passed(limits, 'write', { session: 'ada' }, 400)).toBe(360)
  counters.close()
})

test('an account has a budget of its own, and learns what is left of it, also from a refusal', async () => {
  const counters = withoutRedis()
  const limits = callLimits(counters)
  const seen: Record<string, string>[] = []
  const ask = () =>
    limits('export', { request: from('203.0.113.1'), account: 'a1', report: (now) => void seen.push(now) })
  for (let call = 0; call < 6; call++) await ask()
  await expect(ask()).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(seen.map(({ ratelimit }) => /r=\d+/.exec(ratelimit!)?.[0])).toEqual([
    'r=5',
    'r=4',
    'r=3',
    'r=2',
    'r=1',
    'r=0',
    'r=0',
  ])
  expect(seen[0]).toEqual({ 'ratelimit-policy': '"export";q=6;w=60', ratelimit: '"export";r=5;t=60' })
  expect(await passed(limits, 'export', { session: 'ada' }, 6)).toBe(6)
  counters.close()
})

test('a look at the budgets counts nothing, and is refused when the next call would be', async () => {
  const counters = withoutRedis()
  const limits = callLimits(counters)
  const caller = { request: from('203.0.113.1'), session: 'ada' }
  const look = () => limits('export', { ...caller, looks: true })
  for (let times = 0; times < 20; times++) await look()
  expect(await passed(limits, 'export', { session: 'ada' }, 5)).toBe(5)
  await look()
  await limits('export', caller)
  await expect(look()).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: expect.any(Number) })
  await limits('export', { ...caller, session: 'eve', looks: true })
  counters.close()
})
