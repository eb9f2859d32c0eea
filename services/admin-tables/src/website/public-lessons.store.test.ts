import { testDatabase } from '@app/mongo/test-database.fixture'
import { type Document, ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { lessons } from '../seed/school'
import { publicLessons } from './public-lessons'

const database = testDatabase()
beforeEach(database.clear)
const now = new Date('2026-11-27T18:00:00Z')
const [ada, ben, cy] = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [string, string, string]
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const collection = (name: string) => database.mongo.db().collection(name)
const read = publicLessons(collection, async () => lessons)

/** What is shown of lessons with these changes. */
async function shown(...changes: Document[]) {
  await collection('lessons').deleteMany({})
  await collection('lessons').insertMany(
    changes.map((about) => ({
      ...{ _id: new ObjectId(), title: 'First arrows', kind: 'group', place: 'roseville', starts_at: inHours(24) },
      ...{ minutes: 60, seats: 2, students: [cy], waiting: [ada, ben], public: true, ...about },
    })),
  )
  return read(now, {})
}

test('a seat that is held for a student of the waiting list is not free', async () => {
  expect(await shown({})).toMatchObject([{ free: 1, full: false }])
  expect(await shown({ _offers: [{ student: ada, until: inHours(2) }] })).toMatchObject([{ free: 0, full: true }])
})

test('it is free again when the offer has ended, was taken, or its student left the list', async () => {
  expect(await shown({ _offers: [{ student: ada, until: now }] })).toMatchObject([{ free: 1 }])
  expect(await shown({ _offers: [{ student: ada, until: inHours(2) }], waiting: [ben] })).toMatchObject([{ free: 1 }])
  const taken = { _offers: [{ student: ada, until: inHours(2) }], students: [cy, ada], seats: 3 }
  expect(await shown(taken)).toMatchObject([{ free: 1 }])
})

test('no names leave the table', async () => {
  const text = JSON.stringify(await shown({ _offers: [{ student: ada, until: inHours(2) }] }))
  for (const id of [ada, ben, cy]) expect(text).not.toContain(id)
})

test('lessons of the next three days that have any are shown in order, if they are public, take place and are ahead', async () => {
  const at = (hours: number, more: Document = {}) => ({ title: `In ${hours}`, starts_at: inHours(hours), ...more })
  const found = await shown(
    at(50),
    at(2),
    at(1, { public: false }),
    at(3, { cancelled: true }),
    at(-1),
    at(0),
    at(26),
    // The fourth day.
    at(98),
    // Six hours of the school's day are left.
    at(4, { cancelled: false }),
  )
  expect(found.map(({ title }) => title)).toEqual(['In 2', 'In 4', 'In 26', 'In 50'])
  expect(await shown(at(24 * 28 - 1))).toHaveLength(1)
  expect(await shown(at(24 * 28))).toEqual([])
})
