import { days } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { cursorOf, feedStore, type NewEvent } from './feed-store'

const start = new Date('2027-03-01T09:00:00Z')
let at = start
const database = testDatabase(({ db }) => feedStore((name) => db().collection(name)).prepare())
const feed = feedStore(
  (name) => database.mongo.db().collection(name),
  () => at,
)
beforeEach(async () => {
  await database.clear()
  at = start
})
const event = (source: string): NewEvent => ({
  ...{ source, type: 'record.updated', table: 'lessons', record: source, version: null, changed: [] },
  ...{ actor: null, job: null, at },
})
const all = { tables: ['lessons'], types: undefined }

test('processes that append at the same moment leave no gap and nothing twice', async () => {
  await Promise.all(Array.from({ length: 6 }, (_, n) => feed.append([event(`own-${n}`), event('shared')])))
  const found = await feed.between(0, 100, all, 100)
  expect(found.map(({ _id }) => _id)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(new Set(found.map(({ source }) => source)).size).toBe(7)
})

test('a cursor is located, one of another feed is not', async () => {
  expect(await feed.locate((await feed.head()).cursor)).toBe(0)
  await feed.append([event('one'), event('two'), event('three')])
  expect(await feed.locate(await feed.cursor(2))).toBe(2)
  expect(await feed.cursor(2)).toBe(cursorOf({ _id: 2, source: 'two' }))
  expect(await feed.locate(cursorOf({ _id: 2, source: 'other' }))).toBeUndefined()
  expect(await feed.head()).toEqual({ number: 3, cursor: await feed.cursor(3) })
})

test('events end after thirty days, but the last one, from which numbers continue', async () => {
  await feed.append([event('one'), event('two')])
  const before = await feed.cursor(1)
  at = new Date(start.getTime() + days(30))
  await feed.retire()
  expect(await feed.between(0, 9, all, 9)).toHaveLength(2)
  at = new Date(at.getTime() + 1)
  await feed.retire()
  expect((await feed.between(0, 9, all, 9)).map(({ _id }) => _id)).toEqual([2])
  expect(await feed.locate(before)).toBeUndefined()
  await feed.append([event('three')])
  expect((await feed.head()).number).toBe(3)
  expect(await feed.locate(await feed.oldest())).toBe(1)
})

test('an erased record is noted once, until the note is in the feed', async () => {
  await Promise.all([feed.noteErased('students', ['1', '2']), feed.noteErased('students', ['2', '3'])])
  await feed.noteErased('students', [])
  const noted = await feed.noted(10)
  expect(noted.map(({ record, type }) => `${type} ${record}`).toSorted()).toEqual([
    'record.deleted 1',
    'record.deleted 2',
    'record.deleted 3',
  ])
  expect(await feed.noted(2)).toHaveLength(2)
  await feed.dropNoted(noted.slice(0, 2).map(({ source }) => source))
  await feed.dropNoted([])
  expect(await feed.noted(10)).toHaveLength(1)
})

test('a duty has one holder; another one follows when its lease is over or released', async () => {
  const held = await Promise.all(['one', 'two'].map((holder) => feed.hold('webhooks', holder, 1_000)))
  expect(held.filter(Boolean)).toEqual([{ floor: new Date(start.getTime() - days(30)), isNew: true }])
  const holder = held[0] ? 'one' : 'two'
  expect(await feed.hold('webhooks', holder, 1_000)).toMatchObject({ isNew: false })
  expect(await feed.hold('webhooks', 'three', 1_000)).toBeUndefined()
  at = new Date(start.getTime() + 1_001)
  expect(await feed.hold('webhooks', 'three', 1_000)).toMatchObject({ isNew: true })
  await feed.release('webhooks', 'three')
  expect(await feed.hold('webhooks', 'four', 1_000)).toMatchObject({ isNew: true })
})
