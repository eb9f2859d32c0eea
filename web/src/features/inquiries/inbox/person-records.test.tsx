import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { writes } from '#features/records/tables.fixture'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { Toasts } from '#ui/toast'
import { SenderRecords } from './mail-view'
import { PersonRecords } from './person-records'

const ada = 'a'.repeat(24)
const ben = 'b'.repeat(24)
const students = {
  name: 'students',
  title: 'Students',
  singular: 'Student',
  title_field: 'name',
  properties: {
    name: { type: 'string', title: 'Full Name' },
    email: { type: 'string', title: 'Email', format: 'email' },
    waiver_signed: { type: 'boolean', title: 'Waiver signed' },
  },
  badges: [{ label: 'Waiver missing', tone: 'red', when: [{ field: 'waiver_signed', equals: false }] }],
}
const lessons = {
  name: 'lessons',
  title: 'Lessons',
  singular: 'Lesson',
  title_field: 'title',
  properties: {
    title: { type: 'string', title: 'Title' },
    kind: { type: 'string', title: 'Kind', enum: ['group', 'party'], enumNames: ['Group lesson', 'Birthday party'] },
    minutes: { type: 'integer', title: 'Minutes' },
    starts_at: { type: 'string', title: 'Start', format: 'date-time' },
    students: { type: 'array', title: 'Students', items: { type: 'string', format: 'reference', table: 'students' } },
  },
  calendar: { start: 'starts_at', minutes: 'minutes' },
}
const withWaiting = {
  ...lessons,
  properties: { ...lessons.properties, waiting: { ...lessons.properties.students, title: 'Waiting list' } },
}
const visitor = { name: 'Betty', email: 'betty@example.com', interest: 'Birthday Party', message: '' }
const seats = (...coming: object[]) => [
  {
    ...{ table: 'lessons', field: 'students', total: 2, sample: [] },
    coming: { total: coming.length, sample: coming },
    past: { total: 1, sample: [{ id: 'e'.repeat(24), label: 'Tryout', at: '2020-01-01T18:00:00.000Z' }] },
  },
  { table: 'lessons', field: 'present', total: 1, sample: [{ id: 'f'.repeat(24), label: 'Attended' }] },
]
const league = { id: 'c'.repeat(24), label: 'League', at: '2030-02-01T18:00:00.000Z' }
const party = { id: 'd'.repeat(24), label: 'Party', at: '2030-01-01T18:00:00.000Z' }

const withGuardians = {
  ...students,
  properties: {
    ...students.properties,
    guardians: { type: 'array', title: 'Guardian', items: { type: 'string', format: 'reference', table: 'guardians' } },
  },
}
const guardianTable = {
  ...{ name: 'guardians', title: 'Guardians', singular: 'Guardian', title_field: 'name' },
  properties: { name: { type: 'string', title: 'Full Name' }, email: students.properties.email },
}
const betty = { id: '9'.repeat(24), name: 'Betty Brook', email: visitor.email }
const page = (...data: object[]) => ({ data, page: 1, limit: 5, total: data.length, totalPages: 1 })
/** The table has one student, whose guardian wrote. */
const family = {
  '/api/admin/schemas': [200, [withGuardians, lessons, guardianTable]],
  '/api/tables/guardians': [200, page(betty)],
  [`/api/tables/students?page=1&limit=5&guardians=${betty.id}`]: [
    200,
    page({ id: ada, name: 'Ada', waiver_signed: true }),
  ],
} as Parameters<typeof answers>[0]

function open(
  rights: Record<string, 'view' | 'edit'>,
  found: object[] = [],
  network: Parameters<typeof answers>[0] = {},
) {
  const schemas = [students, lessons].filter(({ name }) => rights[name])
  const calls = answers({
    '/api/admin/schemas': [200, schemas],
    '/api/tables/students': [200, { data: found, page: 1, limit: 5, total: found.length, totalPages: 1 }],
    [`/api/tables/students/${ada}/referrers`]: [200, seats(league, party)],
    [`/api/tables/students/${ben}/referrers`]: [200, seats(league)],
    ...network,
  })
  show(
    <RightsContext value={{ role: 'staff', rights, exports: [] }}>
      <PersonRecords visitor={visitor} />
      <Toasts />
    </RightsContext>,
    '/admin/inbox',
  )
  return calls
}
const part = (name: string) => screen.findByRole('region', { name })

test('the students of the address are shown with their waivers, and their lessons once each', async () => {
  const calls = open({ students: 'edit', lessons: 'edit' }, [
    { id: ada, name: 'Ada', email: visitor.email, waiver_signed: false },
    { id: ben, name: 'Ben', email: visitor.email, waiver_signed: true },
  ])
  await screen.findByRole('link', { name: 'Ada' })
  expect((await part('Students')).textContent).toBe(
    'StudentsNew studentAdaWaiver missing Sign the waiver of AdaBenWaiver signed',
  )
  const taken = await part('Lessons')
  await within(taken).findByRole('link', { name: 'Party' })
  expect(
    within(taken)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['New lesson', 'Party', 'League', 'Tryout'])
  expect(calls.find(({ path }) => path.startsWith('/api/tables/students?'))?.path).toContain(
    'email__eq=betty%40example.com',
  )
})

test('a guardian who writes is shown with their students, and a new student is their sibling', async () => {
  open({ students: 'edit', lessons: 'edit', guardians: 'view' }, [], family)
  await screen.findByRole('link', { name: 'Ada' })
  expect((await part('Students')).textContent).toBe('StudentsNew studentAdaGuardian: Betty BrookWaiver signed')
  await within(await part('Lessons')).findByRole('link', { name: 'Party' })
  await userEvent.click(screen.getByRole('link', { name: 'New student' }))
  expect(history.state.given).toEqual({ guardians: [betty.id] })
})

test('the sender of a mail that belongs to no inquiry is named as guardian with their students, by the address alone', async () => {
  answers({ '/api/tables/students': [200, page()], ...family })
  show(<SenderRecords email={visitor.email} />, '/admin/inbox')
  const guardian = await screen.findByRole('link', { name: 'Betty Brook' })
  expect(guardian.parentElement!.textContent).toBe('Betty Brook, guardian of Ada')
})

test('a student and a lesson are made of the inquiry, with what it says filled in', async () => {
  open({ students: 'edit', lessons: 'edit' }, [{ id: ada, name: 'Ada', email: visitor.email, waiver_signed: true }])
  await screen.findByRole('link', { name: 'Ada' })
  await userEvent.click(screen.getByRole('link', { name: 'New student' }))
  expect(location.search).toBe('?table=students&record=new')
  expect(history.state).toEqual({ opened: true, given: { name: 'Betty', email: 'betty@example.com' } })
  await userEvent.click(screen.getByRole('link', { name: 'New lesson' }))
  expect(location.search).toBe('?table=lessons&record=new')
  expect(history.state.given).toEqual({ title: 'Birthday Party, Betty', kind: 'party', students: [ada] })
})

test('what the reader may not see is left out, and nothing is offered that the reader may not do', async () => {
  const calls = open({ students: 'view' })
  await screen.findByText('None')
  expect((await part('Students')).textContent).toBe('StudentsNone')
  expect(screen.queryByRole('region', { name: 'Lessons' })).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
  expect(calls.some(({ path }) => path.includes('lessons'))).toBe(false)
})

test('a student is put on the waiting list of a coming lesson', async () => {
  const lesson = { id: party.id, title: 'Party', starts_at: party.at, seats: 1, students: [ben], waiting: [] }
  const full = { ...lesson, id: league.id, title: 'League', students: [ada] }
  const version = '2026-01-01T00:00:00.000Z'
  const waits = seats(league).map((one) => ({ ...one, field: one.field === 'students' ? 'waiting' : one.field }))
  const calls = open({ students: 'edit', lessons: 'edit' }, [{ id: ada, name: 'Ada', waiver_signed: true }], {
    '/api/admin/schemas': [200, [students, withWaiting]],
    '/api/tables/lessons': [
      200,
      { data: [{ ...lesson, updated_at: version }, full], page: 1, limit: 12, total: 2, totalPages: 1 },
    ],
    [`/api/tables/lessons/${party.id}`]: [200, { ...lesson, waiting: [ada], updated_at: version }],
    [`/api/tables/students/${ada}/referrers`]: [
      [200, []],
      [200, waits],
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Waiting list for Ada' }))
  expect(screen.getAllByRole('menuitem')).toHaveLength(1)
  await userEvent.click(screen.getByRole('menuitem', { name: /^Party/ }))
  await screen.findByText('Ada waits for Party')
  expect(writes(calls)).toMatchObject([{ path: `/api/tables/lessons/${party.id}`, body: { waiting: [ada] } }])
  await screen.findByText(/, waiting list$/)
})
