import type { Collection } from 'mongodb'
import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { lessons } from '../seed/school'
import { calendarEntries } from './calendar-entries'

const read = (schema: typeof lessons, rows: object[]) => {
  const collection = { find: () => ({ toArray: async () => rows.map((row) => ({ _id: new ObjectId(), ...row })) }) }
  return calendarEntries(() => collection as unknown as Collection)(schema, new Date(0), new Date())
}
const spans = async (...rows: object[]) =>
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
  const camps = { ...lessons, calendar: { start: 'starts_at', end: 'ends_at' } }
  const [entry] = await read(camps, [{ starts_at, ends_at: new Date('2026-11-28T17:00:00Z') }])
  expect(entry?.end.toISOString()).toBe(hour[1])
})
