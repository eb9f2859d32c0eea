import { expect, test } from 'vitest'
import { wireFilters } from '../list-view'
import { chipText } from './use-filter-text'

const schema = { name: 'students', properties: { birth_date: { type: 'string', format: 'date' } } }

test.each([
  [{ birth_date__gt: 'age14' }, 'Age under 14'],
  [{ birth_date__gt: 'age14@2026-08-15' }, 'Age under 14 on Aug 15, 2026'],
  [{ birth_date__lte: 'age8', birth_date__gt: 'age14' }, 'Age from 8 and under 14'],
])('the ages %j read %s', (filters, text) => {
  expect(chipText(schema, 'birth_date', filters)).toBe(text)
})

test('an age goes to the service as a birth date, also for an export', () => {
  expect(wireFilters(schema, { birth_date__gt: 'age14@2026-08-15', birth_date__lte: 'age8@2026-08-15' })).toEqual({
    birth_date__gt: '2012-08-15',
    birth_date__lte: '2018-08-15',
  })
})

const items = { type: 'string', format: 'reference', table: 'lessons' } as const
const linked = {
  name: 'students',
  properties: {
    'lessons.students': { type: 'array', title: 'Lessons', items },
    guardians: { type: 'array', title: 'Guardian', items },
  },
}
const names: Record<string, string> = { a: 'First arrows (Nov 28)', b: 'Longbow' }

test.each([
  ['lessons.students', { 'lessons.students': 'a' }, 'Lessons: First arrows (Nov 28)'],
  ['lessons.students', { 'lessons.students__in': 'a,b' }, 'Lessons: First arrows (Nov 28) or Longbow'],
  ['lessons.students', { 'lessons.students__ne': 'a,b' }, 'Lessons: not First arrows (Nov 28) or Longbow'],
  ['lessons.students', { 'lessons.students__null': 'false' }, 'Lessons: any'],
  [
    'lessons.students',
    { 'lessons.students__null': 'true', 'lessons.students__gte': 'week', 'lessons.students__lte': 'week+6' },
    'Lessons: none, This week',
  ],
  [
    'lessons.students',
    { 'lessons.students__gte': '2026-06-01', 'lessons.students__lte': '2026-08-31' },
    'Lessons: Jun 1, 2026 to Aug 31, 2026',
  ],
  ['guardians', { guardians__ne: 'a,b' }, 'Guardian is not First arrows (Nov 28) or Longbow'],
  ['guardians', { guardians__null: 'true' }, 'Guardian is empty'],
])('the links by %s of %j read %s', (name, filters, text) => {
  expect(chipText(linked, name, filters, (id) => names[id] ?? '')).toBe(text)
})
