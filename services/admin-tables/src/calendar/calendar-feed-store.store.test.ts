import { minutes } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { calendarFeedStore, type StoredFeed } from './calendar-feed-store'

const database = testDatabase()
const collection = () => database.mongo.db().collection<StoredFeed>('calendar_feeds')
let at = new Date('2027-03-01T09:00:00Z')
const feeds = calendarFeedStore(collection, () => at)
beforeEach(database.clear)
const later = (ms: number) => {
  at = new Date(at.getTime() + ms)
}

test('an address finds its calendar, and is not stored', async () => {
  const { token, id } = await feeds.create('u1', 'lessons', true)
  expect(await feeds.find(token)).toMatchObject({ user_id: 'u1', table: 'lessons', mine: true })
  expect(JSON.stringify(await collection().find().toArray())).not.toContain(token)
  expect(await feeds.find('other')).toBeUndefined()
  expect(await feeds.list('u1')).toMatchObject([{ id, table: 'lessons', lastReadAt: at.toISOString() }])
})

test('the last use is noted at most every ten minutes', async () => {
  const { token } = await feeds.create('u1', 'lessons', false)
  const first = at.toISOString()
  await feeds.find(token)
  later(minutes(10))
  await feeds.find(token)
  expect((await feeds.list('u1'))[0]?.lastReadAt).toBe(first)
  later(1)
  await feeds.find(token)
  expect((await feeds.list('u1'))[0]?.lastReadAt).toBe(at.toISOString())
})

test('a calendar is removed by its owner alone, and its address ends at once', async () => {
  const { token, id } = await feeds.create('u1', 'lessons', false)
  expect(await feeds.remove('u2', id)).toBe(false)
  expect(await feeds.remove('u1', id)).toBe(true)
  expect(await feeds.remove('u1', id)).toBe(false)
  expect(await feeds.find(token)).toBeUndefined()
})
