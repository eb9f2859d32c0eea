import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { everyCase, nightlyTest } from '../support/cases'
import { adminEmail, type Product } from '../support/product'
import { type Replica, startReplica } from '../support/replica'
import { secondAdmin, shareTables } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
let admin: Browser
let other: Browser
let replicas: Replica[]
/** As many as a school runs, by night. */
const count = everyCase ? 3 : 2
let redis: Redis
beforeAll(async () => {
  product = await shareTables()
  admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  const env = { ...product.stack.env, IP_LIMIT_FACTOR: '1' }
  replicas = await Promise.all(Array.from({ length: count }, () => startReplica('admin-tables', env)))

  // A replica counts on its own until it is connected to Redis.
  other = createBrowser(product.site)
  await signIn(other, product, secondAdmin)
  redis = new Redis(product.stack.redisUrl)
  redis.on('error', () => {})
  const counted = async () => {
    const keys = await redis.keys('*session-read*')
    const counts = keys.length > 0 ? await redis.mget(keys) : []
    return counts.reduce((sum, count) => sum + Number(count), 0)
  }
  for (const at of replicas.keys())
    await until('a replica to count in Redis', async () => {
      const before = await counted()
      await ask(at, '/api/admin/schemas', { headers: { cookie: cookieOf(other) } })
      return (await counted()) === before + 1
    })
})
beforeEach(async () => {
  const keys = await redis.keys('*session-*')
  if (keys.length > 0) await redis.del(keys)
})
afterAll(async () => {
  redis?.disconnect()
  await Promise.all((replicas ?? []).map((replica) => replica.stop()))
  await product?.stop()
})

const cookieOf = ({ jar }: Browser) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
type Init = { method?: string; body?: string; headers?: Record<string, string> }
const ask = (at: number, path: string, init: Init = {}) =>
  fetch(`${replicas[at % count]!.url}${path}`, { ...init, headers: { cookie: cookieOf(admin), ...init.headers } })

type Answer = { status: number; retryAfter: number; body: string }
/** Counts by status. */
async function tally(calls: ReturnType<typeof ask>[]): Promise<Record<number, Answer[]>> {
  const byStatus: Record<number, Answer[]> = {}
  for (const answer of await Promise.all(calls)) {
    const retryAfter = Number(answer.headers.get('retry-after'))
    const same = byStatus[answer.status] ?? []
    byStatus[answer.status] = [...same, { status: answer.status, retryAfter, body: await answer.text() }]
  }
  return byStatus
}

test('of 360 concurrent reads over all replicas exactly 300 pass; the rest get Retry-After', async () => {
  const answers: ReturnType<typeof ask>[] = []
  // 20 at a time for each replica: a call of Redis that takes over 0.3 s would be counted by its replica alone.
  const together = 20 * count
  for (let sent = 0; sent < 360; sent += together) {
    const some = Array.from({ length: together }, (_, at) => ask(sent + at, '/api/tables/service_cards?limit=1'))
    answers.push(...some)
    await Promise.all(some)
  }
  const { 200: passed = [], 429: refused = [], ...others } = await tally(answers)
  expect(others).toEqual({})
  expect([passed.length, refused.length]).toEqual([300, 60])
  for (const { retryAfter, body } of refused) {
    expect(retryAfter > 0 && retryAfter <= 60).toBe(true)
    const wait = retryAfter === 1 ? 'a second' : `${retryAfter} seconds`
    const error = `You have opened too many pages within a minute. Please wait ${wait} and try again.`
    expect(JSON.parse(body)).toMatchObject({ code: 'too_many_requests', error })
  }
})

// By day limits-routes.store.test.ts sees it.
nightlyTest('writes and exports have limits of their own, and other sessions are not affected', async () => {
  const save = (at: number) =>
    ask(at, '/api/tables/equipment', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  const writes: number[] = []
  // In batches, so that a slow Redis on a busy machine does not matter.
  for (let sent = 0; sent < 150; sent += 15)
    writes.push(...(await Promise.all(Array.from({ length: 15 }, (_, at) => save(at)))).map(({ status }) => status))
  expect(writes.filter((status) => status === 422).length).toBe(120)
  expect(writes.filter((status) => status === 429).length).toBe(30)

  const exports: number[] = []
  for (let at = 0; at < 9; at++) {
    const answer = await ask(at, '/api/tables/equipment/export')
    await answer.text()
    exports.push(answer.status)
  }
  expect(exports).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429])

  expect((await ask(0, '/api/admin/schemas', { headers: { cookie: cookieOf(other) } })).status).toBe(200)
})

// By day limits-routes.store.test.ts sees it.
nightlyTest(
  'a calendar address that is fetched a hundred times in a row is refused beyond sixty; wrong and revoked ones are 404',
  async () => {
    const { status, body } = await admin.post('/api/calendar/feeds', { table: 'lessons' })
    expect(status).toBe(201)
    const path = new URL(String(body.url)).pathname
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    // In batches, so that a busy machine does not matter.
    for (let sent = 0; sent < 100; sent += 20)
      answers.push(
        ...(await Promise.all(Array.from({ length: 20 }, (_, at) => ask(at, path, { headers: { cookie: '' } })))),
      )
    const { 200: passed = [], 429: refused = [], ...others } = await tally(answers.map(async (answer) => answer))
    expect(others).toEqual({})
    expect([passed.length, refused.length]).toEqual([60, 40])
    expect(passed.every((answer) => answer.body.startsWith('BEGIN:VCALENDAR'))).toBe(true)
    expect(JSON.parse(refused[0]!.body).error).toMatch(/^This address was used too often within a minute. Please wait/)
    expect(refused.every(({ retryAfter }) => retryAfter > 0 && retryAfter <= 60)).toBe(true)
    // The secret itself is not kept, and an address that was tried says nothing about another one.
    expect((await redis.keys('*')).filter((key) => key.includes(path.slice(-20, -4)))).toEqual([])
    const wrong = path.replace(/.\.ics$/, (end) => `${end[0] === 'A' ? 'B' : 'A'}.ics`)
    expect((await ask(0, wrong)).status).toBe(404)
    expect((await admin.send('DELETE', `/api/calendar/feeds/${body.id}`)).status).toBe(200)
    await redis.del(await redis.keys('*secret-calendar*'))
    expect((await ask(1, path)).status).toBe(404)
  },
)

test('while Redis is down each replica counts on its own and still limits', async () => {
  await product.stack.stopProcess('redis')
  try {
    const calls = Array.from({ length: 24 }, (_, at) => ask(at, '/api/tables/equipment/export'))
    const { 200: passed = [], 429: refused = [], ...others } = await tally(calls)
    expect(others).toEqual({})
    // Each replica allows one export per session at a time, six a minute.
    expect(passed.length).toBeLessThanOrEqual(6 * count)
    expect(passed.length).toBeGreaterThan(0)
    expect(refused.length).toBeGreaterThanOrEqual(6)
  } finally {
    await product.stack.startProcess('redis')
  }
})
