import { hostKeys, pageKeys, type StoredVisits } from '@app/contracts/visits'
import { testDatabase } from '@app/mongo/test-database.fixture'
import type { Document } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { lessons, students } from '../seed/school'
import { insightStore } from './insight-store'
import { visitFigures } from './read-insights'

const database = testDatabase()
const collection = (name: string) => database.mongo.db().collection(name)
const now = Date.parse('2026-11-30T18:00:00Z')
const store = insightStore(
  collection,
  async () => ({}),
  () => now,
)
beforeEach(database.clear)

const at = (time: string) => new Date(`${time}:00Z`)
const [from, to] = [at('2026-11-16T08:00'), at('2026-11-30T08:00')]
const insert = (name: string, ...rows: Document[]) => collection(name).insertMany(rows)

test('inquiries of the period are counted by week of the school and interest, with how soon they were answered first', async () => {
  const inquiry = (created: string, more: Document = {}) => ({ created_at: at(created), interest: 'Lessons', ...more })
  await insert(
    'contact_submissions',
    // Sunday night at the school.
    inquiry('2026-11-23T07:59', { answered_at: at('2026-11-23T09:59') }),
    inquiry('2026-11-23T08:00', { answered_at: at('2026-11-29T08:00'), replies: [{ at: at('2026-11-23T12:00') }] }),
    inquiry('2026-11-24T08:00', { interest: 'Party' }),
    inquiry('2026-11-30T07:00'),
    inquiry('2026-11-24T08:00', { spam: true }),
    inquiry('2026-11-16T07:59'),
    inquiry('2026-11-30T08:00'),
  )
  expect(await store.inquiries({ from, to }, undefined)).toMatchObject({
    byWeek: [
      { week: '2026-11-16', interest: 'Lessons', count: 1 },
      { week: '2026-11-23', interest: 'Lessons', count: 2 },
      { week: '2026-11-23', interest: 'Party', count: 1 },
    ],
    ...{ total: 4, answered: 2, answeredWithin24h: 2, medianMinutes: 180, heardFrom: [] },
    // One of eleven hours ago may still be answered in time.
    settled: 3,
  })
})

test('seats are counted by day and place, of lessons that take place', async () => {
  const { enum: [place] = [], enumNames: [placeName] = [] } = lessons.properties['place']!
  const lesson = (starts: string, more: Document = {}) => ({
    ...{ starts_at: at(starts), place, seats: 8, students: ['a'.repeat(24)], ...more },
  })
  await insert(
    'lessons',
    lesson('2026-11-20T18:00'),
    lesson('2026-11-20T20:00', { students: null }),
    lesson('2026-11-20T22:00', { cancelled: true }),
    lesson('2026-12-01T18:00'),
  )
  expect(await store.seats({ from, to }, lessons)).toEqual([
    { date: '2026-11-20', place, placeName, lessons: 2, seats: 16, taken: 1 },
  ])
})

test('students are counted by level, in the order of the levels, those without one first', async () => {
  const student = (level: unknown, created = '2026-11-20T08:00') => ({ level, created_at: at(created) })
  const [first, second] = students.properties['level']!.enum as string[]
  await insert(
    'students',
    student(second),
    student(first),
    student(first),
    student(null),
    student(first, '2026-12-01T08:00'),
  )
  const found = await store.levels({ from, to }, students)
  expect(found.map(({ level, count }) => [level, count])).toEqual([
    ['', 1],
    [first, 2],
    [second, 1],
  ])
  expect(found[0]).toMatchObject({ levelName: 'No level' })
})

test('visits are counted by day, page and where they came from', async () => {
  const [page] = Object.keys(pageKeys) as (keyof typeof pageKeys)[]
  const key = pageKeys[page!]
  const figures = visitFigures(() => database.mongo.db().collection<StoredVisits>('visits'))
  const day = (_id: string, views: number, inquiries: number) => ({
    ...{ _id, hosts: ['search.example'] },
    views: { [key]: { [hostKeys.direct]: views, [hostKeys.named(0)]: 1 } },
    inquiries: { [key]: { [hostKeys.named(0)]: inquiries } },
  })
  const days = [day('2026-11-19', 9, 9), day('2026-11-20', 4, 0), day('2026-11-21', 2, 3), day('2026-11-22', 9, 9)]
  await database.mongo.db().collection<{ _id: string }>('visits').insertMany(days)
  const { byDay, sources } = await figures('2026-11-20', '2026-11-21')
  expect(byDay).toEqual([
    { day: '2026-11-20', views: 5, inquiries: 0 },
    { day: '2026-11-21', views: 3, inquiries: 3 },
  ])
  expect(sources).toEqual([
    expect.objectContaining({ page, views: 6, inquiries: 0 }),
    { page, host: 'search.example', views: 2, inquiries: 3 },
  ])
})
