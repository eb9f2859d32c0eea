import type { TableSchema } from '@app/table-schema/schema'
import { expect, test } from 'vitest'
import { filterableFields, filterFrom, isFilter, referrerFields, wireFilters } from './list-view'

const schema: TableSchema = {
  name: 'lessons',
  properties: {
    name: { type: 'string' },
    place: { type: 'string', enum: ['Roseville', 'Sacramento'] },
    seats: { type: 'integer' },
    open: { type: 'boolean' },
    day: { type: 'string', format: 'date' },
    created_at: { type: 'string', format: 'date-time' },
    photo: { type: 'string', format: 'image' },
    shape: { type: 'polygon' },
  },
}

test.each([
  ['name', 'ada'],
  ['place', 'Roseville'],
  ['place__null', 'true'],
  ['seats__gte', '-3.5'],
  ['open', 'true'],
  ['day__lte', '2026-07-31'],
  ['created_at__gte', '2026-07-31'],
  ['seats__ne', '3'],
])('%s=%s is a filter', (key, value) => {
  expect(isFilter(schema, key, value)).toBe(true)
})

test.each([
  ['other', 'x'],
  ['name__where', 'x'],
  ['name', ''],
  ['seats__gte', 'many'],
  ['day__lte', 'July'],
  ['id', '65f000000000000000000001'],
  ['shape', 'x'],
  ['__proto__', 'x'],
])('%s=%s is none', (key, value) => {
  expect(isFilter(schema, key, value)).toBe(false)
})

test('"on or before 31 July" includes the whole day at the school', () => {
  const wire = wireFilters(schema, { created_at__gte: '2026-07-01', created_at__lte: '2026-07-31' })
  expect(wire).toEqual({
    created_at__gte: '2026-07-01T07:00:00.000Z',
    created_at__lt: '2026-08-01T07:00:00.000Z',
  })
})

test('a day is sent as it is', () => {
  expect(wireFilters(schema, { day__lte: '2026-07-31', name: 'Zoë' })).toEqual({ day__lte: '2026-07-31', name: 'Zoë' })
})

test('the offered filters leave out ids, files and lists without options', () => {
  expect(filterableFields(schema).map(([name]) => name)).toEqual([
    'name',
    'place',
    'seats',
    'open',
    'day',
    'created_at',
  ])
})

const students: TableSchema = { name: 'students', properties: { name: { type: 'string' } } }
const ofStudents = { type: 'array', items: { type: 'string', format: 'reference', table: 'students' } } as const
const withStudents: TableSchema = { ...schema, properties: { students: ofStudents, instructor: { type: 'string' } } }
const id = '65f000000000000000000001'

test('records are filtered by those of another table whose field refers to them', () => {
  expect(referrerFields(students, [withStudents, students])).toEqual({
    'lessons.students': {
      type: 'array',
      title: 'Lessons: Students',
      items: { type: 'string', format: 'reference', table: 'lessons' },
    },
  })
})

test.each([
  ['lessons.students', id, true],
  ['lessons.students__ne', `${id},${id}`, true],
  ['lessons.students__null', 'true', true],
  ['lessons.students__gte', 'week', true],
  ['lessons.students', 'Ada', false],
  ['lessons.instructor', id, false],
  ['parties.students', id, false],
])('%s=%s is a filter where the table is shown: %s', (key, value, holds) => {
  expect(isFilter(students, key, value, [withStudents, students])).toBe(holds)
  expect(isFilter(students, key, value, [students])).toBe(false)
})

test('records that are left out are sent one by one, and days of linked records as days', () => {
  expect(filterFrom(students, 'lessons.students__ne', `${id},${id}`).values).toEqual([id, id])
  expect(filterFrom(withStudents, 'students__ne', `${id},${id}`).values).toEqual([id, id])
  expect(wireFilters(students, { 'lessons.students__lte': '2026-07-31' })).toEqual({
    'lessons.students__lte': '2026-07-31',
  })
})
