import { sharedCounters } from '@app/service/shared-counters'
import { expect, test } from 'vitest'
import { setup } from '../app.fixture'
import { sessionLimits, type Use } from './session-limits'

/** A closed port. */
const away = () => sharedCounters({ redisUrl: 'redis://127.0.0.1:1', prefix: 'test', owner: 'test', onError: () => {} })

async function passed(limits: ReturnType<typeof sessionLimits>, sid: string, use: Use, count: number) {
  const results = await Promise.allSettled(Array.from({ length: count }, () => limits(sid, use)))
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('N3: without Redis each process counts on its own, each session and each kind of call separately', async () => {
  const counters = away()
  const limits = sessionLimits(counters)
  expect(await passed(limits, 'ada', 'read', 400)).toBe(300)
  expect(await passed(limits, 'ada', 'write', 200)).toBe(120)
  expect(await passed(limits, 'ada', 'export', 20)).toBe(6)
  expect(await passed(limits, 'eve', 'export', 20)).toBe(6)
  expect(await passed(sessionLimits(away(), 3), 'ada', 'export', 20)).toBe(18)
  counters.close()
})

test('N3: the refusal says for how long', async () => {
  const counters = away()
  const limits = sessionLimits(counters)
  await passed(limits, 'ada', 'export', 6)
  const refusal = (await limits('ada', 'export').catch((error) => error)) as { retryAfter: number; message: string }
  expect(refusal).toMatchObject({ code: 'too_many_requests', status: 429 })
  expect(refusal.retryAfter).toBeGreaterThan(50)
  expect(refusal.retryAfter).toBeLessThanOrEqual(60)
  expect(refusal.message).toContain(`Please wait ${refusal.retryAfter} seconds and try again.`)
  counters.close()
})

test('N3: every guarded call counts once, by its kind, and only for its session', async () => {
  const { send, uses } = setup()
  const id = '6b0144c8eeb0df06111a9a1e'
  for (const [method, path, use] of [
    ['GET', '/api/admin/schemas', 'read'],
    ['GET', '/api/tables/lessons', 'read'],
    ['GET', `/api/tables/lessons/${id}`, 'read'],
    ['GET', `/api/files/${id}`, 'read'],
    ['GET', '/api/tables/lessons/export', 'export'],
    ['POST', '/api/tables/lessons', 'write'],
    ['PUT', `/api/tables/lessons/${id}`, 'write'],
    ['DELETE', `/api/tables/lessons/${id}`, 'write'],
    ['POST', `/api/tables/lessons/${id}/restore`, 'write'],
  ] as const) {
    const body = ['POST', 'PUT'].includes(method) ? { title: 'x' } : undefined
    for (const who of ['', 'ben', 'ada']) await (await send(path, { who, method, body })).text()
    expect([path, uses.splice(0)]).toEqual([path, [['ada', use]]])
  }
  await send('/api/site', { who: '' })
  expect(uses).toEqual([])
})

test('N3: beyond the limit nothing is done, and the answer says when to come back', async () => {
  const { send, rows, asked } = setup({ isOver: true })
  for (const [method, path] of [
    ['GET', '/api/tables/lessons'],
    ['POST', '/api/tables/lessons'],
  ] as const) {
    const answer = await send(path, { method, ...(method === 'POST' && { body: { title: 'x' } }) })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await answer.json()).toMatchObject({ code: 'too_many_requests', error: expect.any(String) })
  }
  expect([rows.size, asked]).toEqual([0, []])
})
