import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { Toasts } from '#ui/toast'
import { AttendanceSheet, StudentLine } from './attendance-sheet'
import { useSendWaiting } from './offline/unsent'
import { useWithdrawMark } from './use-attendance'

const person = (id: string, label: string) => ({ id, label, phone: null, badges: [] })
const lesson = {
  id: 'a'.repeat(24),
  title: 'First arrows',
  kind: '',
  place: '',
  placeValue: '',
  startsAt: '2026-11-28T18:00:00.000Z',
  minutes: 60,
  seats: 8,
  waiting: [],
  makeUps: [],
  madeUp: [],
  cancelled: false,
  instructor: null,
  students: [person('s1', 'Ada'), person('s2', 'Ben')],
  attendance: { present: ['s2'], absent: [], excused: [] },
  version: '2026-11-28T10:00:00.000Z',
}
const path = `/api/tables/lessons/${lesson.id}`
const record = (more: object, minute: number) => ({
  id: lesson.id,
  present: ['s2'],
  absent: [],
  excused: [],
  updated_at: `2026-11-28T11:0${minute}:00.000Z`,
  ...more,
})

function Sheet() {
  useSendWaiting()
  return (
    <>
      <AttendanceSheet lesson={lesson} />
      <Toasts />
    </>
  )
}
function TakeOut({ onOut }: { onOut: () => void }) {
  const withdraw = useWithdrawMark()
  return (
    <button type="button" onClick={() => withdraw(lesson.id, 's1').then(onOut)}>
      Take out
    </button>
  )
}

async function open(network: Parameters<typeof answers>[0]) {
  const calls = answers(network)
  show(<Sheet />)
  await userEvent.click(await screen.findByRole('button', { name: 'Attendance: 1 of 2 marked' }))
  return calls
}
const mark = (name: string, student = 'Ada') =>
  within(screen.getByRole('group', { name: student })).getByRole('button', { name })

test('one tap marks a student and saves at once, against the version that was seen', async () => {
  const calls = await open({ [path]: [200, record({ present: ['s2', 's1'] }, 1)] })
  await userEvent.click(mark('Present'))
  await screen.findByText('All marks are saved.')
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({ method: 'PUT', body: { present: ['s2', 's1'], absent: [], excused: [] } })
  expect(calls[0]!.headers.get('if-match')).toBe(`"${lesson.version}"`)
  expect(mark('Present').getAttribute('aria-pressed')).toBe('true')
})

test('offline marks are kept, said so, and sent when the connection is back', async () => {
  const calls = await open({
    [path]: ['offline', 'offline', [200, record({ present: [], absent: ['s1'], excused: ['s2'] }, 2)]],
  })
  await userEvent.click(mark('Absent'))
  await screen.findByText(/^Offline: 1 mark is kept on this page/)
  await userEvent.click(mark('Excused', 'Ben'))
  await screen.findByText(/^Offline: 2 marks are kept on this page/)
  expect(mark('Absent').getAttribute('aria-pressed')).toBe('true')
  dispatchEvent(new Event('online'))
  await screen.findByText('All marks are saved.')
  expect(calls.at(-1)!.body).toEqual({ present: [], absent: ['s1'], excused: ['s2'] })
})

const stale = (more: object) =>
  [409, { error: 'Changed meanwhile.', code: 'conflict', record: record(more, 1) }] as [number, unknown]

test('marks of others for other students are merged without a question', async () => {
  const calls = await open({
    [path]: [stale({ present: [], absent: ['s2'] }), [200, record({ present: ['s1'], absent: ['s2'] }, 2)]],
  })
  await userEvent.click(mark('Present'))
  await screen.findByText('All marks are saved.')
  expect(calls.at(-1)!.body).toEqual({ present: ['s1'], absent: ['s2'], excused: [] })
  expect(calls.at(-1)!.headers.get('if-match')).toBe('"2026-11-28T11:01:00.000Z"')
  expect(mark('Absent', 'Ben').getAttribute('aria-pressed')).toBe('true')
})

test('a mark of a student who was taken out of the lesson meanwhile is not saved, and that is said', async () => {
  const calls = await open({
    [path]: [stale({ students: ['s2'], present: [] }), [200, record({ present: [], absent: ['s2'] }, 2)]],
  })
  await userEvent.click(mark('Present'))
  await screen.findByText('1 mark not saved: the student is no longer in the lesson')
  expect(calls).toHaveLength(1)
  await userEvent.click(mark('Absent', 'Ben'))
  await screen.findByText('All marks are saved.')
  expect(calls.at(-1)!.body).toEqual({ present: [], absent: ['s2'], excused: [] })
})

test('a mark that is on its way arrives before its student is taken out; one that is not sent yet never does', async () => {
  const answer = Promise.withResolvers<Response>()
  const order: string[] = []
  const calls = answers({ [path]: [answer.promise, [200, record({ present: ['s2'] }, 3)]] })
  show(
    <>
      <Sheet />
      <TakeOut onOut={() => order.push('taken out')} />
    </>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Attendance: 1 of 2 marked' }))
  await userEvent.click(mark('Present'))
  // Changed again while the first mark is under way.
  await userEvent.click(mark('Excused'))
  await userEvent.click(screen.getByRole('button', { name: 'Take out' }))
  expect(order).toEqual([])
  order.push('saved')
  answer.resolve(new Response(JSON.stringify(record({ present: ['s2', 's1'] }, 1)), { status: 200 }))
  await expect.poll(() => order).toEqual(['saved', 'taken out'])
  expect(calls.map(({ body }) => body)).toEqual([{ present: ['s2', 's1'], absent: [], excused: [] }])
})

test('a conflict at every attempt ends in a failure that is shown, not in calls without end', async () => {
  const calls = await open({ [path]: Array.from({ length: 9 }, () => stale({ present: [], absent: ['s2'] })) })
  await userEvent.click(mark('Present'))
  await screen.findByText(/^1 mark is not saved yet/)
  expect(calls).toHaveLength(5)
})

test('a student marked differently by two people shows both marks', async () => {
  const calls = await open({ [path]: [stale({ excused: ['s1'] }), [200, record({ present: ['s2', 's1'] }, 3)]] })
  await userEvent.click(mark('Present'))
  await screen.findByText('Marked differently')
  expect(screen.getByText(/you marked present, another person saved excused/)).toBeTruthy()
  expect(mark('Excused').getAttribute('aria-pressed')).toBe('true')
  expect(calls).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Use mine: present' }))
  await screen.findByText('All marks are saved.')
  expect(calls.at(-1)!.body).toMatchObject({ present: ['s2', 's1'] })
  expect(screen.queryByText('Marked differently')).toBeNull()
})

test('a refusal stays visible and can be retried', async () => {
  await open({
    [path]: [
      [422, { error: 'Students has more than 1 entry.', code: 'invalid_input' }],
      [200, record({ present: ['s2', 's1'] }, 1)],
    ],
  })
  await userEvent.click(mark('Present'))
  await screen.findByText('1 mark is not saved yet. Students has more than 1 entry.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('All marks are saved.')
})

test('a mark that is changed while it is being saved is saved as well', async () => {
  const first = Promise.withResolvers<Response>()
  const calls = await open({
    [path]: [first.promise, [200, record({ absent: ['s1'] }, 2)]],
  })
  await userEvent.click(mark('Present'))
  await userEvent.click(mark('Absent'))
  first.resolve(Response.json(record({ present: ['s2', 's1'] }, 1)))
  await screen.findByText('All marks are saved.')
  expect(calls.map(({ body }) => body)).toEqual([
    { present: ['s2', 's1'], absent: [], excused: [] },
    { present: ['s2'], absent: ['s1'], excused: [] },
  ])
  expect(mark('Absent').getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByText('Marked differently')).toBeNull()
})

test('a mark that is removed while it is being saved is removed', async () => {
  const first = Promise.withResolvers<Response>()
  const calls = await open({ [path]: [first.promise, [200, record({}, 2)]] })
  await userEvent.click(mark('Present'))
  await userEvent.click(mark('Present'))
  first.resolve(Response.json(record({ present: ['s2', 's1'] }, 1)))
  await screen.findByText('All marks are saved.')
  expect(calls.at(-1)!.body).toEqual({ present: ['s2'], absent: [], excused: [] })
  expect(mark('Present').getAttribute('aria-pressed')).toBe('false')
})

test('a mark that is removed while offline leaves nothing to save', async () => {
  await open({ [path]: 'offline' })
  await userEvent.click(mark('Present'))
  await screen.findByText(/^Offline: 1 mark is kept on this page/)
  await userEvent.click(mark('Present'))
  await expect.poll(() => screen.queryByText(/^Offline/)).toBeNull()
})

test('everybody who is not marked yet is marked as present at once; who is marked stays so', async () => {
  const calls = answers({ [path]: [200, record({ present: ['s1'], absent: ['s2'] }, 1)] })
  show(<AttendanceSheet lesson={{ ...lesson, attendance: { present: [], absent: ['s2'], excused: [] } }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Attendance: 1 of 2 marked' }))
  await userEvent.click(screen.getByRole('button', { name: 'All others present' }))
  await screen.findByText('All marks are saved.')
  expect(calls.map(({ body }) => body)).toEqual([{ present: ['s1'], absent: ['s2'], excused: [] }])
  expect(screen.queryByRole('button', { name: /^All/ })).toBeNull()
})

test('a student in the list shows how they are marked, and the name opens guardians, phones and notes', async () => {
  const ben = { ...lesson.students[1]!, badges: [{ label: 'Waiver missing', tone: 'red' as const }] }
  const [mother, gone] = ['1', '2'].map((letter) => letter.repeat(24)) as [string, string]
  const student = { id: ben.id, guardians: [mother, gone], phone: '(916) 555-0199', notes: 'Allergic to bees.' }
  const brook = {
    ...{ id: mother, name: 'R. Brook', relation: 'mother', phone: '(916) 555-0142' },
    ...{ second_contact: 'Aunt Eve, 916-555-0143', pickup_note: 'May leave alone.' },
  }
  answers({
    '/api/tables/students/s2': [200, student],
    [`/api/tables/guardians/${mother}`]: [200, brook],
    [`/api/tables/guardians/${gone}`]: [404, { error: 'Not found.', code: 'not_found' }],
  })
  show(<StudentLine lesson={lesson} student={ben} />)
  expect(screen.getByText('Present')).toBeTruthy()
  expect(screen.getByText('Waiver missing')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Ben' }))
  const card = within(screen.getByRole('dialog', { name: 'Ben' }))
  expect(await card.findByText('Allergic to bees.')).toBeTruthy()
  expect(card.getByText('R. Brook')).toBeTruthy()
  expect(card.getByRole('link', { name: 'Call R. Brook, (916) 555-0142' })).toBeTruthy()
  expect(card.getByText('Second contact: Aunt Eve, 916-555-0143')).toBeTruthy()
  expect(card.getByText('Pick-up: May leave alone.')).toBeTruthy()
  expect(card.getByRole('link', { name: 'Call Ben, (916) 555-0199' })).toBeTruthy()
})

test('without the right to see students their names open nothing', () => {
  answers({})
  show(
    <RightsContext value={{ role: 'staff', rights: { lessons: 'edit' }, exports: [] }}>
      <StudentLine lesson={lesson} student={lesson.students[0]!} />
    </RightsContext>,
  )
  expect(screen.getByText('Ada')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
