import type { TableRights } from '@app/contracts/users'
import { type Scope, scopes } from '@app/record-query'
import { userWith } from '@app/session/user.fixture'
import { expect, test } from 'vitest'
import { guardians, instructors, lessons, students } from '../seed/school'
import type { LessonRow, PersonRow } from './lesson-days'
import { dayReader } from './read-day'

const id = (at: number) => at.toString(16).padStart(24, '0')
const user = userWith({ id: id(99), email: 'ivy@example.com', role: 'admin' })
const staff = (rights: TableRights) => ({ ...user, role: 'staff' as const, rights })

const row = (at: number, startsAt: string, more: object = {}): LessonRow => ({
  id: id(at),
  title: `Lesson ${at}`,
  kind: 'group',
  place: 'roseville',
  starts_at: new Date(startsAt).toISOString(),
  minutes: 60,
  seats: 2,
  students: [],
  updated_at: '2026-03-01T00:00:00.000Z',
  ...more,
})
const ada = {
  id: id(1),
  name: 'Ada',
  phone: '(916) 555-0101',
  birth_date: '2017-03-09',
  waiver_signed: false,
  notes: 'Allergic to bees',
}

/** As the filter of a scope selects in the database. */
const isWithin = (scope: Scope, { instructor }: LessonRow) =>
  scope.reach('lessons') === 'all' || (scope.reach('lessons') === 'own' && instructor === id(9))
const brook = {
  id: id(7),
  name: 'R. Brook',
  phone: '(916) 555-0107',
  relation: 'mother',
  second_contact: 'Aunt Eve, (916) 555-0108',
  pickup_note: 'May leave alone.',
}
const ben = {
  ...{ id: id(3), name: 'Ben', phone: '(916) 555-0103', birth_date: '2015-03-09', guardians: [id(7)] },
  ...{ waiver_signed: true, waiver_until: '2026-03-09' },
}

/** As the database returns a record: the fields that are asked for. */
const fieldsOf = ({ id, ...row }: PersonRow, fields: readonly string[]): PersonRow => ({
  id,
  ...Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))),
})

function setup(rows: LessonRow[], now: string, tables = [lessons, students, instructors, guardians]) {
  const asked: { from: Date; to: Date }[] = []
  const reader = dayReader({
    scopeOf: scopes(() => {
      throw new Error('rows in memory are not selected by filters')
    }),
    now: () => Date.parse(now),
    tables: { find: async (name) => tables.find((table) => table.name === name) },
    offers: { find: async () => new Map() },
    lessonDays: {
      lesson: async (id, scope) => rows.find((one) => one.id === id && isWithin(scope, one)),
      lessons: async (period, scope) => {
        asked.push(period)
        return rows
          .filter((one) => isWithin(scope, one))
          .filter(
            ({ starts_at }) =>
              Date.parse(starts_at) >= period.from.getTime() && Date.parse(starts_at) < period.to.getTime(),
          )
      },
      instructorsOf: async () => [id(9)],
      students: async (_, fields) => new Map([ada, ben].map((row) => [row.id, fieldsOf(row, fields)])),
      guardians: async () => new Map<string, PersonRow>([[id(7), brook]]),
      instructors: async () => new Map(),
    },
    upcoming: {
      inquiries: async () => ({ due: [], open: 3, overdue: 1 }),
      expiring: async () => ({ expiring: [], unread: [] }),
    },
  })
  return { reader, asked }
}

test("a day is the school's day, 23 hours long when clocks go forward", async () => {
  const late = row(1, '2026-03-09T06:30:00Z')
  const { reader, asked } = setup([late], '2026-03-08T20:00:00Z')
  const { date, days } = await reader.today(user)
  expect(date).toBe('2026-03-08')
  expect(days?.map((day) => [day.date, day.lessons.length])).toEqual([['2026-03-08', 1]])
  expect(asked[0]!.from.toISOString()).toBe('2026-03-08T08:00:00.000Z')
  const { lessons: found } = await reader.roster(user, '2026-03-08')
  expect(found).toHaveLength(1)
  expect(asked[1]!.to.getTime() - asked[1]!.from.getTime()).toBe(23 * 3_600_000)
})

test('names, contacts and badges of students; a deleted one keeps its seat', async () => {
  const { reader } = setup([row(1, '2026-03-08T18:00:00Z', { students: [id(1), id(2)] })], '2026-03-08T16:00:00Z')
  const [lesson] = (await reader.today(user)).days![0]!.lessons
  expect(lesson).toMatchObject({ kind: 'Group lesson', place: 'Roseville', version: '2026-03-01T00:00:00.000Z' })
  expect(lesson!.students).toEqual([
    {
      id: id(1),
      label: 'Ada',
      phone: '(916) 555-0101',
      badges: [
        { label: 'Waiver missing', tone: 'red', about: 'waiver' },
        { label: 'Guardian missing', tone: 'red' },
      ],
    },
    { id: id(2), label: 'Deleted record', phone: null, badges: [], deleted: true },
  ])
})

test('staff see the parts of the tables they may see; without students their phone numbers are left out', async () => {
  const { reader } = setup([row(1, '2026-03-08T18:00:00Z', { students: [id(1)] })], '2026-03-08T16:00:00Z')
  const nothing = await reader.today(staff({ equipment: 'view' }))
  expect(nothing).toMatchObject({ days: null, mine: [], inquiries: null, mayMarkAttendance: false })
  const day = await reader.today(staff({ lessons: 'view' }))
  expect(day.days![0]!.lessons[0]!.students[0]).toMatchObject({ label: 'Ada', phone: null })
  await expect(reader.roster(staff({ lessons: 'view' }), '2026-03-08')).rejects.toMatchObject({ code: 'not_found' })
})

test('the roster has the age on the day of the lesson', async () => {
  const lessonsOfDay = [row(1, '2026-03-09T18:00:00Z', { students: [id(1)] }), row(2, '2026-03-09T19:00:00Z')]
  const { reader } = setup(lessonsOfDay, '2026-03-08T16:00:00Z')
  const { lessons: found } = await reader.roster(user, '2026-03-09', id(1))
  expect(found).toHaveLength(1)
  expect(found[0]!.students[0]).toMatchObject({ label: 'Ada', age: 9, waiverSigned: false, notes: 'Allergic to bees' })
})

test('who has signed is read from the waiver itself, also after an admin has removed its badges', async () => {
  const tables = [lessons, { ...students, badges: [] }, instructors, guardians]
  const lesson = row(1, '2026-03-09T18:00:00Z', { students: [id(1), id(3), id(4)] })
  const { reader } = setup([lesson], '2026-03-08T16:00:00Z', tables)
  const [{ students: found } = { students: [] }] = (await reader.roster(user, '2026-03-09')).lessons
  expect(found.map(({ label, waiverSigned }) => [label, waiverSigned])).toEqual([
    ['Ada', false],
    ['Ben', true],
    ['Deleted record', false],
  ])
})

test('with a right to own lessons the day holds these alone, with the contacts of who is in them and of nobody else', async () => {
  const own = row(1, '2026-03-08T18:00:00Z', { instructor: id(9), students: [id(1)] })
  const other = row(2, '2026-03-08T19:00:00Z', { instructor: id(8), students: [id(1)] })
  const waited = row(3, '2026-03-09T19:00:00Z', { instructor: id(9), waiting: [id(1)] })
  const teacher = staff({ lessons: 'own' })
  const { reader } = setup([own, other], '2026-03-08T16:00:00Z')
  const { days, mayMarkAttendance, mine } = await reader.today(teacher)
  expect([mayMarkAttendance, mine]).toEqual([true, [id(9)]])
  expect(days!.flatMap(({ lessons: found }) => found.map((lesson) => lesson.id))).toEqual([id(1)])
  expect(days![0]!.lessons[0]!.students[0]).toMatchObject({ label: 'Ada', phone: '(916) 555-0101' })
  expect((await reader.roster(teacher, '2026-03-08')).lessons.map((lesson) => lesson.id)).toEqual([id(1)])
  expect((await reader.roster(teacher, '2026-03-08', id(2))).lessons).toEqual([])
  await expect(reader.waiting(teacher, id(2))).rejects.toMatchObject({ code: 'not_found' })
  expect(await reader.mine(teacher)).toEqual({ instructors: [id(9)], only: true })
  // Who waits for a seat is in no lesson yet: the name is shown, nothing more.
  const later = setup([waited], '2026-03-08T16:00:00Z').reader
  expect((await later.waiting(teacher, id(3))).waiting[0]).toMatchObject({ label: 'Ada', phone: null, badges: [] })
})

test("the phone of a minor is the guardian's, with who collects them; names alone without the right to see guardians", async () => {
  const { reader } = setup([row(1, '2026-03-08T18:00:00Z', { students: [id(3)] })], '2026-03-08T16:00:00Z')
  const guardian = {
    ...{ name: 'R. Brook', relation: 'Mother', phone: '(916) 555-0107' },
    ...{ secondContact: 'Aunt Eve, (916) 555-0108', pickupNote: 'May leave alone.' },
  }
  const called = { label: 'Ben', phone: '(916) 555-0107', phoneOf: 'R. Brook' }
  expect((await reader.today(user)).days![0]!.lessons[0]!.students[0]).toMatchObject(called)
  const [child] = (await reader.roster(user, '2026-03-08')).lessons[0]!.students
  expect(child).toMatchObject({ ...called, guardian: 'R. Brook', guardians: [guardian] })
  const limited = staff({ lessons: 'view', students: 'view' })
  const [seen] = (await reader.roster(limited, '2026-03-08')).lessons[0]!.students
  expect(seen).toMatchObject({ phone: '(916) 555-0103', guardian: 'R. Brook' })
  expect(seen!.guardians).toEqual([
    { name: 'R. Brook', relation: '', phone: null, secondContact: null, pickupNote: null },
  ])
  expect(seen).not.toHaveProperty('phoneOf')
})

test('with a right to own lessons the guardians of who only waits stay names, also where all students may be seen', async () => {
  const lesson = row(1, '2026-03-08T18:00:00Z', { instructor: id(9), students: [id(3)] })
  const later = row(2, '2026-03-09T18:00:00Z', { instructor: id(9), waiting: [id(3)] })
  const mixed = staff({ lessons: 'own', students: 'view' })
  const [waited] = (await setup([later], '2026-03-08T16:00:00Z').reader.waiting(mixed, id(2))).waiting
  expect(waited).toMatchObject({ label: 'Ben', phone: '(916) 555-0103' })
  expect(waited).not.toHaveProperty('phoneOf')
  const [taught] = (await setup([lesson], '2026-03-08T16:00:00Z').reader.today(mixed)).days![0]!.lessons[0]!.students
  expect(taught).toMatchObject({ label: 'Ben', phone: '(916) 555-0107', phoneOf: 'R. Brook' })
})

test('an adult is called at their own number', async () => {
  const { reader } = setup([row(1, '2034-03-08T18:00:00Z', { students: [id(3)] })], '2034-03-08T16:00:00Z')
  const [grown] = (await reader.roster(user, '2034-03-08')).lessons[0]!.students
  expect(grown).toMatchObject({ phone: '(916) 555-0103', guardian: null, guardians: [] })
})
