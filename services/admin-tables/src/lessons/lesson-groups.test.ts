import type { Collection, Document } from 'mongodb'
import { expect, test } from 'vitest'
import { lessons } from '../seed/school'
import { lessonGroups } from './lesson-groups'

const id = (letter: string) => letter.repeat(24)
const [ada, ben, robin] = ['a', 'b', 'c'].map(id) as [string, string, string]
const lesson = (start: string, more: Document = {}): Document => ({
  ...{ _id: id('f'), title: 'First arrows', kind: 'group', place: 'roseville', seats: 4, students: [ada, ben] },
  ...{ starts_at: new Date(start), instructor: robin, present: [ada], absent: [ben], excused: [], ...more },
})
const period = { from: new Date(0), to: new Date() }

function setup(rows: Document[]) {
  const collection = () => ({
    find: () => ({
      async *[Symbol.asyncIterator]() {
        yield* rows
      },
    }),
  })
  return lessonGroups(collection as unknown as (name: string) => Collection, async (ids) =>
    Object.fromEntries(ids.map((each) => [each, { label: 'Robin Hale' }])),
  )
}

test('lessons are counted by kind, place, instructor and the hour on the school clock, in summer and winter', async () => {
  const { groups } = setup([
    lesson('2026-06-06T17:00:00Z'),
    lesson('2026-11-28T18:30:00Z', { kind: 'party', instructor: null, students: [] }),
  ])
  const { hour, kind, instructor, place } = await groups(period, lessons)
  expect(hour).toEqual([
    { key: '10', label: '10 AM', lessons: 2, seats: 8, taken: 2, present: 2, absent: 2, excused: 0 },
  ])
  expect(kind.map(({ label, taken }) => [label, taken])).toEqual([
    ['Group lesson', 2],
    ['Birthday party', 0],
  ])
  expect(instructor.map(({ label }) => label)).toEqual(['Robin Hale', 'No instructor'])
  expect(place).toMatchObject([{ label: 'Roseville', lessons: 2 }])
})

test('full lessons have no free seats', async () => {
  const { freeSeats } = setup([lesson('2026-11-28T18:00:00Z'), lesson('2026-11-28T19:00:00Z', { seats: 2 })])
  expect(await freeSeats(0, lessons)).toMatchObject([
    { title: 'First arrows', placeName: 'Roseville', seats: 4, taken: 2 },
  ])
})
