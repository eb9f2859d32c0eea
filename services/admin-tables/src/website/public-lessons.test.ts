import { type Collection, type Document, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { lessons } from '../seed/school'
import { publicLessons } from './public-lessons'

const now = new Date('2026-11-27T18:00:00Z')
const [ada, ben, cy] = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [string, string, string]
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

/** The lesson as it is stored, of which a read returns the fields that it asks for. */
async function shown(about: Document) {
  const lesson: Document = {
    ...{ _id: new ObjectId(), title: 'First arrows', kind: 'group', place: 'roseville', starts_at: inHours(24) },
    ...{ minutes: 60, seats: 2, students: [cy], waiting: [ada, ben], public: true, ...about },
  }
  const find = (_filter: object, { projection }: { projection: Record<string, 1> }) => ({
    toArray: async () => [
      { _id: lesson['_id'], ...Object.fromEntries(Object.keys(projection).map((field) => [field, lesson[field]])) },
    ],
  })
  const read = publicLessons(
    () => ({ find }) as unknown as Collection,
    async () => lessons,
  )
  return (await read(now, {}))[0]
}

test('a seat that is held for a student of the waiting list is not free', async () => {
  expect(await shown({})).toMatchObject({ free: 1, full: false })
  expect(await shown({ _offers: [{ student: ada, until: inHours(2) }] })).toMatchObject({ free: 0, full: true })
})

test('it is free again when the offer has ended, was taken, or its student left the list', async () => {
  expect(await shown({ _offers: [{ student: ada, until: now }] })).toMatchObject({ free: 1 })
  expect(await shown({ _offers: [{ student: ada, until: inHours(2) }], waiting: [ben] })).toMatchObject({ free: 1 })
  const taken = { _offers: [{ student: ada, until: inHours(2) }], students: [cy, ada], seats: 3 }
  expect(await shown(taken)).toMatchObject({ free: 1 })
})

test('no names leave the table', async () => {
  const text = JSON.stringify(await shown({ _offers: [{ student: ada, until: inHours(2) }] }))
  for (const id of [ada, ben, cy]) expect(text).not.toContain(id)
})
