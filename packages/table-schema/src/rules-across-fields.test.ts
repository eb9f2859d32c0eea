import { schoolDay } from '@app/school-time/school-day'
import { expect, test } from 'vitest'
import { badgesOf } from './badges'
import { addDays, ageOn, conditionsHold } from './conditions'
import { changeErrors } from './record'
import { recordLabel, referenceFields, titleField } from './references'
import type { TableSchema } from './schema'
import { fieldError, validateRecord } from './validate'

const today = '2026-11-22'
const ids = Array.from({ length: 4 }, (_, at) => String(at).padStart(24, '0'))

const people: TableSchema = {
  name: 'people',
  singular: 'Person',
  required: ['name'],
  properties: {
    nickname: { type: 'string' },
    name: { type: 'string', title: 'Name' },
    birth_date: { type: 'string', title: 'Date of birth', format: 'date', maximum_date: 'today' },
    guardian: { type: 'string', title: 'Guardian', required_if: [{ field: 'birth_date', younger_than: 18 }] },
    signed: { type: 'boolean' },
  },
  badges: [
    { label: 'Not signed', tone: 'red', when: [{ field: 'signed', equals: false }] },
    { label: 'Minor', tone: 'blue', when: [{ field: 'birth_date', younger_than: 18 }] },
  ],
}
const lessons: TableSchema = {
  name: 'lessons',
  properties: {
    starts_at: { type: 'string', title: 'Start', format: 'date-time' },
    ends_at: { type: 'string', title: 'End', format: 'date-time', minimum_date: { field: 'starts_at' } },
    seats: { type: 'integer' },
    teacher: { type: 'string', format: 'reference', table: 'people' },
    students: {
      type: 'array',
      title: 'Students',
      items: { type: 'string', format: 'reference', table: 'people' },
      maxItemsField: 'seats',
    },
  },
}

test('days and ages follow the calendar', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
  expect([ageOn('2008-11-22', today), ageOn('2008-11-23', today), ageOn('2008-02-29', '2026-02-28')]).toEqual([
    18, 17, 17,
  ])
  expect(schoolDay(Date.parse('2026-11-22T07:59:00Z'))).toBe('2026-11-21')
  expect(schoolDay(Date.parse('2026-11-22T08:00:00Z'))).toBe('2026-11-22')
})

test.each([
  [{ field: 'a', equals: 1 }, { a: 1 }, true],
  [{ field: 'a', equals: false }, {}, false],
  [{ field: 'a', empty: true }, { a: '  ' }, true],
  [{ field: 'a', empty: false }, { a: [] }, false],
  [{ field: 'a', empty: true }, { a: false }, false],
  [{ field: 'a', before: 'today' as const }, { a: '2026-11-21' }, true],
  [{ field: 'a', before: 'today' as const }, { a: today }, false],
  [{ field: 'a', before: 'today' as const }, { a: null }, false],
  [{ field: 'a', before: 'today' as const }, { a: '2026-11-22T07:59:00Z' }, true],
  [{ field: 'a', within_days: 30 }, { a: today }, true],
  [{ field: 'a', within_days: 30 }, { a: '2026-12-22' }, true],
  [{ field: 'a', within_days: 30 }, { a: '2026-12-23' }, false],
  [{ field: 'a', within_days: 30 }, { a: '2026-11-21' }, false],
  [{ field: 'a', younger_than: 18 }, { a: 'soon' }, false],
  [{ field: 'toString', empty: true }, {}, true],
])('%j of %j is %s', (condition, record, expected) => {
  expect(conditionsHold([condition], record, today)).toBe(expected)
})

test('a date of birth is not in the future, and a minor needs a guardian', () => {
  const adult = { name: 'Ada', birth_date: '1990-01-01' }
  expect(validateRecord(people, adult, today)).toEqual({})
  expect(validateRecord(people, { ...adult, birth_date: '2026-11-23' }, today)).toEqual({
    birth_date: 'Date of birth cannot be in the future',
    guardian: 'Guardian is required',
  })
  expect(fieldError(people, 'guardian', { birth_date: '2012-05-05' }, today)).toBe('Guardian is required')
  expect(fieldError(people, 'guardian', { birth_date: '2012-05-05', guardian: 'Eve' }, today)).toBeUndefined()
})

test('an end is after its start; a bound without its date does not count', () => {
  const lesson = { starts_at: '2026-03-08T09:30:00Z', ends_at: '2026-03-08T10:30:00Z' }
  expect(validateRecord(lessons, lesson)).toEqual({})
  expect(validateRecord(lessons, { ...lesson, ends_at: '2026-03-08T01:30:00-08:00' })).toEqual({
    ends_at: 'End must be after Start',
  })
  expect(validateRecord(lessons, { ends_at: lesson.ends_at })).toEqual({})
})

test('another field limits the number of references', () => {
  expect(validateRecord(lessons, { seats: 2, students: ids.slice(0, 2) })).toEqual({})
  expect(validateRecord(lessons, { seats: 2, students: ids.slice(0, 3) })).toEqual({
    students: 'Students cannot have more than 2 entries',
  })
  const { properties } = lessons
  const note = { type: 'string', maxItemsField: 'seats' }
  expect(validateRecord({ ...lessons, properties: { ...properties, note } }, { seats: 2, note: 'late' })).toEqual({})
  for (const seats of [undefined, null]) expect(validateRecord(lessons, { seats, students: ids })).toEqual({})
})

test('without a day it is that of the school', () => {
  const born = (ago: number) => ({ name: 'Ada', birth_date: addDays(schoolDay(), -ago) })
  expect(fieldError(people, 'guardian', born(10))).toBe('Guardian is required')
  expect(fieldError(people, 'birth_date', born(-2))).toBe('Date of birth cannot be in the future')
  expect(fieldError(people, 'guardian', born(10), addDays(schoolDay(), 20 * 366))).toBeUndefined()
})

test('a date that was left empty is within all bounds', () => {
  expect(validateRecord(people, { name: 'Ada', birth_date: '' }, today)).toEqual({})
})

test('a field that a schema does not have, or whose type is unknown, is not checked', () => {
  expect(fieldError(people, 'shoe_size', { shoe_size: 12 })).toBeUndefined()
  const mystery = { type: 'mystery', minimum_date: '2026-01-01' }
  const odd: TableSchema = { name: 'odd', required: ['mystery'], properties: { mystery } }
  for (const value of [undefined, '', '2025-01-01']) expect(validateRecord(odd, { mystery: value })).toEqual({})
})

test('an edit checks an untouched value again when what its rule depends on changed', () => {
  const lesson = {
    seats: 3,
    students: ids.slice(0, 3),
    starts_at: '2026-03-08T09:00:00Z',
    ends_at: '2026-03-08T10:00:00Z',
  }
  expect(changeErrors(lessons, lesson, { seats: 2 })).toEqual({ students: 'Students cannot have more than 2 entries' })
  expect(changeErrors(lessons, lesson, { starts_at: '2026-03-08T11:00:00Z' })).toEqual({
    ends_at: 'End must be after Start',
  })
  const tooFull = { ...lesson, seats: 1 }
  expect(changeErrors(lessons, tooFull, { starts_at: '2026-03-08T09:01:00Z' })).toEqual({})
})

test('badges are the rules that hold', () => {
  expect(badgesOf(people, { signed: false, birth_date: '2012-05-05' }, today)).toEqual([
    { label: 'Not signed', tone: 'red' },
    { label: 'Minor', tone: 'blue' },
  ])
  expect(badgesOf(people, { signed: true, birth_date: '1990-01-01' }, today)).toEqual([])
})

test('a record is named by its title field, else by its kind and id', () => {
  expect(titleField(people)).toBe('name')
  expect(titleField({ ...people, title_field: 'nickname' })).toBe('nickname')
  expect(recordLabel(people, { id: ids[3], name: ' Ada ' })).toBe('Ada')
  expect(recordLabel(people, { id: ids[3] })).toBe('Person 000003')
  expect(titleField(lessons)).toBeUndefined()
})

test('reference fields are found, single and many', () => {
  expect(referenceFields(lessons)).toEqual([
    { name: 'teacher', table: 'people', isList: false },
    { name: 'students', table: 'people', isList: true },
  ])
})

test('what has an end on the calendar does not end before it starts', () => {
  const camps: TableSchema = {
    name: 'camps',
    calendar: { start: 'from', end: 'until' },
    properties: {
      from: { type: 'string', title: 'From', format: 'date-time' },
      until: { type: 'string', title: 'Until', format: 'date-time' },
    },
  }
  const from = '2026-11-28T18:00:00.000Z'
  expect(validateRecord(camps, { from, until: '2026-11-28T17:00:00.000Z' })).toEqual({
    until: 'Until must be after From',
  })
  expect(validateRecord(camps, { from, until: '2026-11-29T17:00:00.000Z' })).toEqual({})
  const stored = { from, until: '2026-11-28T19:00:00.000Z' }
  expect(changeErrors(camps, stored, { from: '2026-11-28T20:00:00.000Z' })).toHaveProperty('until')
})
