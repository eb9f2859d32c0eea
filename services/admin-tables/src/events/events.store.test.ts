import { hours } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { localSignals } from '@app/redis/signals'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sealedTexts } from '../tables/sealed-texts'
import { events } from './events'
import { feedSources } from './feed-sources'
import { feedStore } from './feed-store'
import { webhookStore } from './webhook-store'

const database = testDatabase(({ db }) => feedStore((name) => db().collection(name)).prepare())
beforeEach(database.clear)

/** A process that orders events and looks by itself after `restMs`. */
async function setup(restMs: number) {
  const collection = (name: string) => database.mongo.db().collection(name)
  const feed = feedStore(collection)
  let looks = 0
  const signals = {
    ...localSignals(),
    restMs: () => {
      looks++
      return restMs
    },
  }
  const { start } = events({
    ...{ feed, signals, sources: feedSources(collection), allowsLocal: true, sweep: async () => {} },
    webhooks: webhookStore(collection, sealedTexts(Buffer.alloc(32, 1))),
    revisions: { flush: async () => {} },
    users: { find: async () => undefined } as never,
    tables: { all: async () => [] },
    audit: { append: async () => {} },
    onError: () => () => {},
  })
  onTestFinished(start())
  // Both loops rest.
  await expect.poll(() => looks, { timeout: 10_000 }).toBeGreaterThanOrEqual(2)
  return {
    signals,
    change: () =>
      collection('revisions').insertOne({
        _id: new ObjectId(),
        ...{ table: 'lessons', record_id: 'r1', action: 'update', changes: {}, at: new Date() },
        actor: { email: 'ada@archery.example' },
      }),
    number: async () => (await feed.head()).number,
  }
}

test('a change has its place in the feed as soon as its signal arrives', async () => {
  const { change, signals, number } = await setup(hours(1))
  await change()
  signals.send('events')
  await expect.poll(number, { timeout: 10_000 }).toBe(1)
})

test('a change whose signal was lost has its place after the next look', async () => {
  const { change, number } = await setup(500)
  await change()
  await expect.poll(number, { timeout: 10_000 }).toBe(1)
})
