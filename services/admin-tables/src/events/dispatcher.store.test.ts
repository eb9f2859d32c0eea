import { days, hours, minutes, seconds } from '@app/contracts/durations'
import type { Attempt } from '@app/contracts/webhooks'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { Webhook } from 'standardwebhooks'
import { beforeEach, expect, test, vi } from 'vitest'
import { sealedTexts } from '../tables/sealed-texts'
import { dispatcher, newWebhookSecret, retryAfter } from './dispatcher'
import { feedStore, type NewEvent } from './feed-store'
import { type StoredDelivery, webhookStore } from './webhook-store'

const database = testDatabase(async ({ db }) => {
  const collection = (name: string) => db().collection(name)
  await feedStore(collection).prepare()
  await webhookStore(collection, sealedTexts(Buffer.alloc(32, 1))).prepare()
})
beforeEach(database.clear)

type Sent = { url: string; id: string; headers: Record<string, string>; body: string; at: number }

/** Webhooks of one admin, a clock that the test moves, and endpoints that answer as `answer` says. */
function setup(answer: (sent: Sent) => number | null | Promise<number | null> = () => 200) {
  const clock = { now: Date.parse('2026-05-01T00:00:00Z') }
  const collection = (name: string) => database.mongo.db().collection(name)
  const date = () => new Date(clock.now)
  const webhooks = webhookStore(collection, sealedTexts(Buffer.alloc(32, 1)), date)
  const feed = feedStore(collection, date)
  let happened = 0
  /** Something happens to a record. */
  const happen = async (record: string, type: NewEvent['type'] = 'record.updated', table = 'lessons') => {
    const rest = { version: null, changed: [], actor: null, job: null, at: date() }
    await feed.append([{ source: `revision/${++happened}`, type, table, record, ...rest }])
  }
  const deliveries = () => database.mongo.db().collection<StoredDelivery>('webhook_deliveries').find().toArray()
  const hookOf = async (id: string) => (await webhooks.find(id))!
  const sent: Sent[] = []
  const stopped: string[] = []
  const errors: unknown[] = []
  let hasOwner = true
  const work = dispatcher({
    ...{ webhooks, feed },
    send: async (url, headers, body): Promise<Attempt> => {
      const one = { url, headers, body, id: headers['webhook-id']!, at: clock.now }
      sent.push(one)
      const status = await answer(one)
      return {
        at: new Date(clock.now).toISOString(),
        status,
        error: status === null ? 'ECONNREFUSED' : null,
        ms: 1,
        body: '',
      }
    },
    tablesOf: async () => (hasOwner ? ['lessons', 'students'] : undefined),
    onStopped: async (_, state, reason) => void stopped.push(`${state}: ${reason}`),
    onError: (error) => errors.push(error),
    restMs: () => minutes(1),
    now: () => clock.now,
  })
  const create = async (change: object = {}) => {
    const given = { url: 'https://booking.example/', types: [], tables: [], ...change }
    return (await webhooks.create(given, 'ada', newWebhookSecret(), (await feed.head()).number))!
  }
  /** Rounds until nothing is due any more. */
  const run = async () => {
    for (let idle = 0; idle < 2; ) {
      const before = sent.length
      await work.round()
      await work.settled()
      idle = sent.length === before ? idle + 1 : 0
    }
    expect(errors).toEqual([])
  }
  const pass = async (ms: number) => {
    clock.now += ms
    await run()
  }
  const leave = () => {
    hasOwner = false
  }
  return { ...work, webhooks, feed, happen, deliveries, hookOf, clock, sent, stopped, create, run, pass, leave }
}

test('an event arrives signed as Standard Webhooks say, with the thin event as its body', async () => {
  const { hookOf, create, happen, run, sent, clock } = setup()
  clock.now = Date.now()
  const id = await create()
  await happen('r1')
  await run()
  expect(sent.map((one) => one.id)).toEqual([expect.stringMatching(/^evt_1_[0-9a-f]{8}$/)])
  const { headers, body } = sent[0]!
  const { secret } = (await hookOf(id)).secrets[0]!
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'record.updated', data: { record: 'r1' } })
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow()
})

test('a webhook receives events of its types and tables only, from its creation on', async () => {
  const { create, happen, run, sent } = setup()
  await happen('before')
  await create({ types: ['record.created'], tables: ['lessons'] })
  await happen('r1', 'record.created')
  await happen('r2')
  await happen('r3', 'record.created', 'students')
  await run()
  expect(sent.map(({ body }) => JSON.parse(body).data.record)).toEqual(['r1'])
})

test('a failed delivery is repeated ten times within 75 hours under the same id, and has failed then', async () => {
  const { create, happen, pass, run, sent, deliveries } = setup(() => 500)
  await create()
  await happen('r1')
  await run()
  for (const pause of retryAfter) {
    const before = sent.length
    await pass(pause - seconds(1))
    expect(sent.length).toBe(before)
    await pass(seconds(2))
    expect(sent.length).toBe(before + 1)
  }
  await pass(hours(30))
  expect(sent.length).toBe(10)
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
  expect(sent.at(-1)!.at - sent[0]!.at).toBeGreaterThan(hours(75))
  expect((await deliveries()).map(({ state }) => state)).toEqual(['failed'])
})

test('events of a record arrive in their order, and a failure of one record delays no other', async () => {
  let isAway = true
  const { create, happen, pass, run, sent } = setup(({ body }) => (isAway && body.includes('"r1"') ? 503 : 200))
  await create()
  for (const record of ['r1', 'r2', 'r1', 'r2', 'r1']) await happen(record)
  await run()
  const records = () => sent.map(({ id, body }) => `${JSON.parse(body).data.record} ${id.split('_')[1]}`)
  expect(records().filter((one) => one.startsWith('r2'))).toEqual(['r2 2', 'r2 4'])
  expect(records().filter((one) => one.startsWith('r1'))).toEqual(['r1 1'])
  isAway = false
  await pass(seconds(6))
  expect(records().filter((one) => one.startsWith('r1'))).toEqual(['r1 1', 'r1 1', 'r1 3', 'r1 5'])
})

test('410 ends a webhook at once, and its owner is told', async () => {
  const { create, happen, pass, run, sent, stopped, hookOf } = setup(() => 410)
  const id = await create()
  await happen('r1')
  await run()
  await happen('r2')
  await pass(days(1))
  expect([sent.length, (await hookOf(id)).state]).toEqual([1, 'ended'])
  expect(stopped).toEqual(['ended: The endpoint answered 410 Gone'])
})

test('five days without a success disable a webhook; one that is switched on again receives what it has missed', async () => {
  let status = 500
  const { create, happen, pass, run, stopped, hookOf, webhooks, sent } = setup(() => status)
  const id = await create()
  await happen('r1')
  await run()
  for (let day = 0; day < 4; day++) await pass(days(1))
  expect(stopped).toEqual([])
  await pass(days(1) + minutes(1))
  expect(stopped).toEqual(['disabled: Every delivery has failed for five days'])
  await happen('r2')
  await pass(hours(1))
  status = 200
  const before = sent.length
  const { url, types, tables } = await hookOf(id)
  await webhooks.change(id, { url, types, tables, active: true }, 'ada')
  await pass(seconds(2))
  expect(sent.slice(before).map(({ body }) => JSON.parse(body).data.record)).toContain('r2')
})

test('a success ends the count of failures', async () => {
  let status = 500
  const { create, happen, pass, run, hookOf } = setup(() => status)
  const id = await create()
  await happen('r1')
  await run()
  expect((await hookOf(id)).failing_since).not.toBeNull()
  status = 204
  await pass(seconds(6))
  expect((await hookOf(id)).failing_since).toBeNull()
})

test('fifty endpoints that never answer delay no other', async () => {
  const { create, happen, round, sent } = setup(({ url }) =>
    url.includes('dead') ? new Promise<never>(() => {}) : 200,
  )
  for (let at = 0; at < 50; at++) await create({ url: `https://dead-${at}.example/` })
  await create({ url: 'https://alive.example/' })
  for (let at = 0; at < 20; at++) await happen(`r${at}`)
  const alive = () => new Set(sent.flatMap(({ url, id }) => (url.includes('alive') ? [id] : []))).size
  const afterRound = async () => {
    await round()
    return alive()
  }
  await expect.poll(afterRound, { timeout: 10_000 }).toBe(20)
  expect(sent.filter(({ url }) => url.includes('dead-7.')).length).toBeLessThanOrEqual(4)
})

test('webhooks at the same place share one read of the feed and one write of deliveries', async () => {
  const { feed, webhooks, create, happen, run, sent } = setup()
  const reads = vi.spyOn(feed, 'between')
  const writes = vi.spyOn(webhooks, 'add')
  await create()
  await create({ tables: ['students'] })
  await create({ types: ['record.deleted'] })
  await happen('r1')
  await run()
  expect([reads.mock.calls.length, writes.mock.calls.length, sent.length]).toEqual([1, 1, 1])
})

test('an endpoint that answers receives all that waits without another round, until the service stops', async () => {
  const { create, happen, round, settled, release, sent } = setup()
  await create()
  for (let n = 0; n < 12; n++) await happen(`r${n}`)
  await round()
  for (let n = 0; n < 12; n++) await settled()
  expect(sent).toHaveLength(12)
  for (let n = 0; n < 12; n++) await happen(`s${n}`)
  await round()
  await release()
  await settled()
  expect(sent).toHaveLength(16)
})

test('what was delivered is delivered again on request, with its former id', async () => {
  const { create, happen, pass, run, sent, webhooks, clock } = setup()
  const id = await create()
  await happen('r1')
  await happen('r2')
  await run()
  const numbers = () => sent.map((one) => one.id.split('_')[1])
  // Those of two records are in no order.
  expect(numbers().toSorted()).toEqual(['1', '2'])
  expect(await webhooks.replay(id, { delivery: `${id}-1` })).toBe(1)
  await pass(seconds(2))
  expect(numbers()[2]).toBe('1')
  const period = { from: new Date(clock.now - hours(1)), to: new Date(clock.now) }
  expect(await webhooks.replay(id, period)).toBe(2)
  await pass(seconds(2))
  expect(sent.length).toBe(5)
})

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const { create, happen, pass, run, sent, hookOf, webhooks } = setup()
  const id = await create()
  await webhooks.rotate(await hookOf(id), newWebhookSecret())
  await happen('r1')
  await run()
  await pass(hours(25))
  await happen('r2')
  await run()
  expect(sent.map(({ headers }) => headers['webhook-signature']!.split(' ').length)).toEqual([2, 1])
})

test('a webhook waits while its owner is no admin', async () => {
  const { create, happen, run, sent, leave } = setup()
  await create()
  leave()
  await happen('r1')
  await run()
  expect(sent).toEqual([])
})

test('a round says when the next one is due: after a rest, or when a delivery is to be repeated', async () => {
  const { create, happen, round, settled, clock } = setup(() => 500)
  expect(await round()).toBe(minutes(1))
  await create()
  // It has not looked for webhooks again yet.
  expect(await round()).toBeLessThanOrEqual(seconds(1))
  clock.now += seconds(1)
  expect(await round()).toBe(minutes(1))
  await happen('r1')
  clock.now += seconds(1)
  await round()
  await settled()
  await round()
  expect(await round()).toBeLessThanOrEqual(seconds(5))
})
