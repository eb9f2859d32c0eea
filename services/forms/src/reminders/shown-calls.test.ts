import { everything, type Scope } from '@app/record-query'
import { expect, test } from 'vitest'
import { findRecipients } from '../mailings/find-recipients'
import { firstReminders } from './lesson-reminder-settings'
import { reminderActions } from './reminder-actions'

const [lesson, ada, ben, kim, eva, max] = [...'abcdef'].map((letter) => letter.repeat(24)) as [
  ...[string, string, string],
  ...[string, string, string],
]
const tables: Readonly<Record<string, Record<string, unknown>[]>> = {
  lessons: [{ _id: lesson, students: [ada, ben, kim] }],
  students: [
    { _id: ada, name: 'Ada Brook', phone: '916-555-0101', guardians: [eva], birth_date: '2018-05-01' },
    { _id: ben, name: 'Ben Ito', phone: '916-555-0102', birth_date: '1990-05-01' },
    { _id: kim, name: 'Kim Quinn', email: 'kim@example.com', guardians: [max], birth_date: '2017-05-01' },
  ],
  guardians: [
    { _id: eva, name: 'Eve Brook', phone: '916-555-0111' },
    { _id: max, name: 'Max Quinn', email: 'max@example.com', phone: '916-555-0112' },
  ],
}
const suppressed = {
  email: 'max@example.com',
  reason: 'bounced',
  since: '2026-11-03T18:00:00.000Z',
  status: '5.1.1',
} as const
const at = Date.parse('2026-11-28T17:00:00.000Z')

const actions = reminderActions({
  reminderSettings: {
    read: async () => ({ settings: { ...firstReminders, on: true }, version: new Date(0), since: new Date(0) }),
    change: async () => undefined,
  } as Parameters<typeof reminderActions>[0]['reminderSettings'],
  lessons: {
    between: async () => [
      {
        ...{ id: lesson, title: 'Saturday beginners', place: 'Roseville', instructor: 'Robin', takesPlace: true },
        startsAt: new Date('2026-11-28T18:00:00.000Z'),
      },
    ],
    find: async () => undefined,
  },
  recipients: findRecipients(
    async (table, { ids }, fields) =>
      (tables[table] ?? [])
        .filter(({ _id }) => !ids || ids.includes(String(_id)))
        .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => ['_id', ...fields].includes(name)))),
    { find: async () => [suppressed] },
    () => at,
  ),
  reminders: { find: async () => undefined, noteCall: async () => {} },
  school: async () => 'Valley Oak Archery',
  now: () => at,
})
const peopleFor = async (scope: Scope) =>
  (await actions.calls(scope)).lessons[0]?.people.toSorted((one, other) => (one.id < other.id ? -1 : 1))

test('without the right to see guardians the same people are to be called, at their own numbers', async () => {
  const person = { table: 'students', called: false }
  const adult = { ...person, id: ben, name: 'Ben Ito', guardian: null, phone: '916-555-0102' }
  expect(await peopleFor(everything)).toEqual([
    { ...person, id: ada, name: 'Ada Brook', guardian: 'Eve Brook', phone: '916-555-0111' },
    adult,
    { ...person, id: kim, name: 'Kim Quinn', guardian: 'Max Quinn', phone: '916-555-0112', suppressed },
  ])
  const limited: Scope = { ...everything, reach: (table) => (table === 'guardians' ? 'none' : 'all') }
  expect(await peopleFor(limited)).toEqual([
    { ...person, id: ada, name: 'Ada Brook', guardian: 'Eve Brook', phone: '916-555-0101' },
    adult,
    { ...person, id: kim, name: 'Kim Quinn', guardian: 'Max Quinn', phone: null },
  ])
})
