import type { TableSchema } from '@app/contracts/table-schema'
import { schoolDay } from '@app/school-time/school-day'
import { addDays } from '@app/table-schema/conditions'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RosterSheet } from '#features/roster/roster-page'
import { dateText } from '#lib/school-time'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { StudentWaivers } from './student-waivers'

const id = 'a'.repeat(24)
const today = schoolDay()
const [soon, past] = [addDays(today, 20), addDays(today, -1)]
const schema: TableSchema = {
  ...{ name: 'students', title: 'Students', title_field: 'name', required: ['name'] },
  properties: {
    name: { type: 'string', title: 'Full Name' },
    waiver_signed: { type: 'boolean', title: 'Waiver signed' },
    waiver_until: { type: 'string', title: 'Waiver valid until', format: 'date' },
  },
  badges: [],
}

test.each([
  ['nothing is signed', { waiver_signed: false }, 'Waiver missing', 'Sign waiver'],
  ['it has ended', { waiver_signed: true, waiver_until: past }, `Waiver expired ${dateText(past)}`, 'Sign waiver'],
  [
    'it holds',
    { waiver_signed: true, waiver_until: soon },
    `Waiver signed, valid until ${dateText(soon)}`,
    'Sign again',
  ],
])('without its badges a record still says that %s', async (_, values, state, action) => {
  answers({ [`/api/students/${id}/waivers`]: [200, { data: [] }] })
  const record = { id, name: 'Ada', created_at: null, updated_at: null, ...values }
  show(<StudentWaivers {...{ schema, record }} onDirty={vi.fn()} onChanged={vi.fn()} onGone={vi.fn()} />)
  expect(screen.getByText(state)).toBeTruthy()
  expect(screen.getByRole('button', { name: action })).toBeTruthy()
})

test('what the badge of the record says is not said again', () => {
  answers({ [`/api/students/${id}/waivers`]: [200, { data: [] }] })
  const badges = [{ label: 'Waiver missing', tone: 'red' as const, when: [{ field: 'waiver_signed', equals: false }] }]
  const record = { id, name: 'Ada', created_at: null, updated_at: null, waiver_signed: false }
  const told = { onDirty: vi.fn(), onChanged: vi.fn(), onGone: vi.fn() }
  show(<StudentWaivers schema={{ ...schema, badges }} record={record} {...told} />)
  expect(screen.queryByText('Waiver missing')).toBeNull()
  expect(screen.getByRole('button', { name: 'Sign waiver' })).toBeTruthy()
})

test('a roster says what is known of a waiver; a badge that contradicts it is left out', () => {
  const about = 'waiver' as const
  const [missing, ends] = [
    { label: 'Waiver missing', tone: 'red' as const, about },
    { label: 'Waiver expires Dec 4', tone: 'amber' as const, about },
  ]
  const student = (at: number, waiverSigned: boolean, badges: (typeof missing | typeof ends)[]) => ({
    ...{ id: String(at).repeat(24), label: `Student ${at}`, phone: null, age: 30, level: 'Beginner' },
    ...{ dominantEye: '', drawLength: null, guardian: null, guardians: [], email: null, notes: null },
    ...{ waiverSigned, badges },
  })
  const lesson = {
    ...{ id: 'f'.repeat(24), title: 'First arrows', kind: 'Group', place: 'Roseville', placeValue: 'roseville' },
    ...{ placeCapacity: null, startsAt: '2026-12-01T18:00:00.000Z', minutes: 60, seats: 4, cancelled: false },
    ...{
      instructor: null,
      attendance: { present: [], absent: [], excused: [] },
      waiting: [],
      makeUps: [],
      madeUp: [],
      version: null,
    },
    students: [
      student(1, false, []),
      student(2, false, [missing]),
      student(3, true, [ends]),
      student(4, true, [missing]),
    ],
  }
  show(<RosterSheet lesson={lesson} />)
  const cells = screen.getAllByRole('row').slice(1, 5)
  expect(cells.map((row) => row.lastElementChild!.textContent)).toEqual([
    'Missing',
    'Missing',
    'Signed, expires Dec 4',
    'Signed',
  ])
})
