import { AppError } from '@app/contracts/errors'
import { startOfDay } from '@app/school-time/school-day'
import { expect, test } from 'vitest'
import { parseFilter } from './filter'
import type { TableSchema } from './schema'

const table: TableSchema = {
  name: 'lessons',
  properties: {
    title: { type: 'string' },
    level: { type: 'string', enum: ['one', 'two'] },
    seats: { type: 'integer' },
    open: { type: 'boolean' },
    day: { type: 'string', format: 'date' },
    starts_at: { type: 'string', format: 'date-time' },
    gear: { type: 'array', items: { enum: ['bow', 'glove'] } },
    place: { type: 'geo_point' },
  },
}
const read = (parameter: string, ...texts: string[]) => parseFilter(table, parameter, texts)
const id = '6b0144c8eeb0df06111a9a1e'

test.each([
  ['title', 'zoe', 'contains', ['zoe']],
  ['title__eq', 'Zoe', 'eq', ['Zoe']],
  ['title__gte', 'M', 'gte', ['M']],
  ['level', 'gone', 'eq', ['gone']],
  ['seats', '-2.5e1', 'eq', [-25]],
  ['seats__in', '1,2,3', 'eq', [1, 2, 3]],
  ['seats__null', 'true', 'null', [true]],
  ['open', 'false', 'eq', [false]],
  ['day__lte', '2026-07-31', 'lte', ['2026-07-31']],
  ['starts_at', '2026-07-31', 'eq', ['2026-07-31']],
  ['starts_at__gt', '2026-07-31T10:00:00+02:00', 'gt', ['2026-07-31T10:00:00+02:00']],
  ['created_at__lt', '2026-07-31', 'lt', ['2026-07-31']],
  ['gear', 'bow', 'eq', ['bow']],
  ['place__null', 'false', 'null', [false]],
  ['id', id, 'eq', [id]],
])('%s=%s is understood', (parameter, text, operator, values) => {
  expect(read(parameter, text)).toMatchObject({ operator, values })
})

test('a repeated field means one of its values', () => {
  expect(read('level', 'one', 'two').values).toEqual(['one', 'two'])
})

test.each([
  ['secret', 'x'],
  ['_id', id],
  ['$where', '1'],
  ['title[$ne]', 'x'],
  ['title.$ne', 'x'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['title__regex', 'x'],
  ['title__contains', 'x'],
  ['title__eq__ne', 'x'],
  ['title__', 'x'],
  ['title____eq', 'x'],
  ['title', ''],
  ['title', 'a\u0000b'],
  ['title__eq', 'x'.repeat(201)],
  ['seats', 'twelve'],
  ['seats', '1e999'],
  ['seats', '0x10'],
  ['seats__in', '1,,2'],
  ['open', 'yes'],
  ['open__gt', 'true'],
  ['day', '2026-02-30'],
  ['day', '2026-07-31T00:00:00Z'],
  ['starts_at', 'yesterday'],
  ['starts_at', '2026-07-31T10:00'],
  ['gear__gt', 'bow'],
  ['place', 'x'],
  ['place__eq', 'x'],
  ['id', 'x'],
  ['id', id.toUpperCase()],
  ['id__null', 'true'],
  ['title__null', 'maybe'],
])('%s=%s is refused', (parameter, text) => {
  expect(() => read(parameter, text)).toThrow(AppError)
})

test('a field that is not shown is as unknown as one that is not there', () => {
  const text = (parameter: string) => {
    try {
      read(parameter, 'x')
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(new Set(['dedupe_key', 'dedupe_key__gt', 'nothing'].map(text)).size).toBe(1)
  // A name with a point is that of another table's field, which only the service knows.
  const inTable = ['mails.to', 'nothing.to'].map((parameter) => text(parameter)?.replace(parameter, ''))
  expect(new Set(inTable).size).toBe(1)
})

test('signs of a regular expression are letters like any other, in up to 200 characters', () => {
  expect(read('title', '.*(').values).toEqual(['.*('])
  expect(read('title', '🏹'.repeat(200)).values).toEqual(['🏹'.repeat(200)])
  for (const parameter of ['title', 'title__eq'])
    expect(() => read(parameter, 'x'.repeat(201))).toThrow(`${parameter} cannot exceed 200 characters`)
})

test.each([
  ['2026-07-31', '2026-07-31T07:00:00.000Z', 24],
  ['2026-01-15', '2026-01-15T08:00:00.000Z', 24],
  ['2026-03-08', '2026-03-08T08:00:00.000Z', 23],
  ['2026-11-01', '2026-11-01T07:00:00.000Z', 25],
  ['2026-12-31', '2026-12-31T08:00:00.000Z', 24],
])('the day %s begins at the school at %s and has %i hours', (day, start, hours) => {
  expect(startOfDay(day).toISOString()).toBe(start)
  expect(startOfDay(day, 1).getTime() - startOfDay(day).getTime()).toBe(hours * 3_600_000)
})
