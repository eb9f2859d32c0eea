import { testDatabase } from '@app/mongo/test-database.fixture'
import type { TableSchema } from '@app/table-schema'
import type { Document } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { lessons } from '../seed/school'
import { calendarEntries } from './calendar-entries'

const database = testDatabase()
const collection = (name: string) => database.mongo.db().collection(name)
const entries = calendarEntries(collection)
beforeEach(database.clear)

const store = (schema: TableSchema, rows: Document[]) => collection(schema.name).insertMany(rows)
async function read(schema: TableSchema, rows: Document[]) {
  await store(schema, rows)
  return entries(schema, new Date(0), new Date('2027-01-01T00:00:00Z'))
}
const spans = async (...rows: Document[]) =>
  (await read(lessons, rows)).map(({ start, end }) => [start, end].map((instant) => instant.toISOString()))

test('a lesson lasts its minutes across a clock change and across midnight', async () => {
  expect(
    await spans(
      { starts_at: new Date('2026-03-08T09:30:00Z'), minutes: 60 },
      { starts_at: new Date('2026-11-01T08:30:00Z'), minutes: 90 },
      { starts_at: new Date('2026-11-29T07:30:00Z'), minutes: 60 },
    ),
  ).toEqual([
    ['2026-03-08T09:30:00.000Z', '2026-03-08T10:30:00.000Z'],
    ['2026-11-01T08:30:00.000Z', '2026-11-01T10:00:00.000Z'],
    ['2026-11-29T07:30:00.000Z', '2026-11-29T08:30:00.000Z'],
  ])
})

test('a stored length or end that lies before the start becomes an hour; without a start there is no entry', async () => {
  const starts_at = new Date('2026-11-28T18:00:00Z')
  const hour = ['2026-11-28T18:00:00.000Z', '2026-11-28T19:00:00.000Z']
  expect(await spans({ starts_at, minutes: -30 }, { starts_at, minutes: 'soon' }, { minutes: 60 })).toEqual([
    hour,
    hour,
  ])
  await database.clear()
  const camps = { ...lessons, calendar: { start: 'starts_at', end: 'ends_at' } }
  const [entry] = await read(camps, [{ starts_at, ends_at: new Date('2026-11-28T17:00:00Z') }])
  expect(entry?.end.toISOString()).toBe(hour[1])
})

const [from, to] = [new Date('2026-11-28T08:00:00Z'), new Date('2026-11-30T08:00:00Z')]

test('entries begin within the time that is asked for, in order, and are those of some instructors where these are named', async () => {
  const at = (time: string, more: Document = {}) => ({ title: time, starts_at: new Date(`${time}:00Z`), ...more })
  await store(lessons, [
    at('2026-11-29T18:00', { instructor: 'ivy' }),
    at('2026-11-28T08:00', { instructor: 'tom' }),
    at('2026-11-30T08:00', { instructor: 'ivy' }),
    at('2026-11-28T07:59', { instructor: 'ivy' }),
    at('2026-11-28T18:00'),
  ])
  const titles = async (instructors?: string[]) =>
    (await entries(lessons, from, to, instructors)).map((one) => one.title)
  expect((await titles()).map((title) => title.slice(0, 16))).toEqual([
    ...['2026-11-28T08:00', '2026-11-28T18:00', '2026-11-29T18:00'],
  ])
  expect((await titles(['ivy'])).map((title) => title.slice(0, 16))).toEqual(['2026-11-29T18:00'])
})

test('a table whose records begin on a day has days of the school, from midnight to midnight', async () => {
  const camps: TableSchema = {
    name: 'camps',
    title_field: 'name',
    properties: { name: { type: 'string' }, day: { type: 'string', format: 'date' } },
    calendar: { start: 'day' },
  }
  await store(
    camps,
    ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map((day) => ({ name: day, day })),
  )
  const found = await entries(camps, from, to)
  expect(found.map(({ title, allDay }) => [title, allDay])).toEqual([
    ['2026-11-28', true],
    ['2026-11-29', true],
  ])
  expect([found[0]!.start, found[0]!.end].map((one) => one.toISOString())).toEqual([
    '2026-11-28T08:00:00.000Z',
    '2026-11-29T08:00:00.000Z',
  ])
})

test('a table without a calendar has no entries', async () => {
  const { calendar: _none, ...schema } = lessons
  expect(await read(schema, [{ starts_at: from }])).toEqual([])
})
