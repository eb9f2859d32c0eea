import { expect, test } from 'vitest'
import { entryDetails, placeAndSeats } from './entry-details'

const lessons = {
  name: 'lessons',
  properties: {
    title: { type: 'string' },
    place: { type: 'string', enum: ['roseville'], enumNames: ['Roseville'] },
    instructor: { type: 'string', title: 'Instructor', format: 'reference', table: 'instructors' },
    seats: { type: 'integer' },
    students: {
      type: 'array',
      title: 'Students',
      items: { type: 'string', format: 'reference', table: 'students' },
      maxItemsField: 'seats',
    },
    present: { type: 'array', items: { type: 'string', format: 'reference', table: 'students' } },
  },
}
const record = { id: 'a', title: 'First arrows', place: 'roseville', instructor: 'm', seats: 3, students: ['s', 't'] }
const names = { instructors: { m: { label: 'Maid Marian' } } }

test('a lesson shows its place, its instructor and the seats that are taken', () => {
  expect(entryDetails(lessons, record, names)).toEqual(['Roseville', 'Maid Marian', '2 of 3 students'])
})

test('a full lesson and one without an instructor say so; an empty place is left out', () => {
  const full = { ...record, place: null, instructor: null, seats: 2 }
  expect(entryDetails(lessons, full, names)).toEqual(['No instructor', 'Full: 2 of 2 students'])
})

test('a deleted instructor is named as such, and a table without such fields shows nothing', () => {
  const gone = { instructors: { m: { label: 'deleted record', deleted: true as const } } }
  expect(entryDetails(lessons, record, gone)).toContain('deleted record')
  expect(entryDetails(lessons, { ...record, instructor: 'Marian' }, {})).toContain('deleted record')
  expect(entryDetails({ name: 'dates', properties: { title: { type: 'string' } } }, record, {})).toEqual([])
})

test('a month has room for the place and the free seats, a week also for who is named', () => {
  const entry = { record, cancelled: false }
  expect(placeAndSeats(lessons, entry)).toBe('Roseville\u00a0· 1 free')
  expect(placeAndSeats(lessons, entry, names)).toBe('Roseville\u00a0· 1 free\u00a0· Maid Marian')
  expect(placeAndSeats(lessons, { ...entry, record: { ...record, seats: 2 } })).toBe('Roseville\u00a0· Full')
  expect(placeAndSeats(lessons, { ...entry, record: { id: 'a', place: null } })).toBe('')
})

test('all seats of a lesson without students are free, and none of a canceled one', () => {
  for (const students of [null, undefined, []]) {
    const empty = { ...record, students }
    expect(placeAndSeats(lessons, { record: empty, cancelled: false })).toBe('Roseville\u00a0· 3 free')
    expect(entryDetails(lessons, empty, names)).toContain('0 of 3 students')
  }
  expect(placeAndSeats(lessons, { record, cancelled: true })).toBe('Roseville')
})
