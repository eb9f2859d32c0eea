import type { RightsHolder } from '@app/contracts/policy'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { CancelDay } from './cancel-day'

const date = '2026-11-28'
const student = (id: string, label: string, more: object = {}) => ({
  id,
  label,
  phone: null,
  badges: [],
  age: 30,
  level: '',
  dominantEye: '',
  drawLength: null,
  guardian: null,
  email: `${label.toLowerCase()}@example.com`,
  waiverSigned: true,
  ...more,
})
const lesson = (id: string, students: object[], more: object = {}) => ({
  id: id.repeat(24),
  title: `Lesson ${id}`,
  kind: '',
  place: '',
  placeValue: '',
  startsAt: '2026-11-28T18:00:00.000Z',
  minutes: 60,
  seats: 8,
  cancelled: false,
  instructor: null,
  students,
  attendance: { present: [], absent: [], excused: [] },
  version: '2026-11-20T10:00:00.000Z',
  ...more,
})
const ada = student('1', 'Ada', { guardian: 'R. Brook' })
const ben = student('2', 'Ben', { email: null, phone: '(916) 555-0142' })
const lessons = [lesson('a', [ada, ben]), lesson('b', [ada]), lesson('c', [student('3', 'Old')], { cancelled: true })]
const job = (more: object = {}) => ({
  ...{ id: 'f'.repeat(24), kind: 'cancel-day', table: 'lessons', state: 'done', total: 4, done: 4, changed: 3 },
  ...{ skipped: [], actor: null, createdAt: '', startedAt: null, endedAt: null, undoable: true },
  ...more,
})
const path = `/api/days/${date}/cancel`
const people = {
  recipients: [{ name: 'R. Brook', email: 'ada@example.com' }],
  withoutAddress: [{ table: 'students', id: ben.id, name: 'Ben', guardian: null, phone: '(916) 555-0142' }],
}
const recipientsPath = '/api/forms/mailings/recipients'
const network = { [recipientsPath]: [200, people], '/api/today/roster': [200, { date, lessons }], [path]: [200, job()] }

const admin: RightsHolder = { role: 'admin', rights: {}, exports: [] }

async function open(change: object = {}, user = admin, shown: string | RegExp = /Goes to 1 person, each once/) {
  const calls = answers({ ...network, ...change } as unknown as Parameters<typeof answers>[0])
  show(
    <QueryClientProvider
      client={
        new QueryClient({
          defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
        })
      }
    >
      <RightsContext value={user}>
        <CancelDay date={date} />
      </RightsContext>
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Cancel day' }))
  await screen.findByText(shown)
  return calls
}
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Cancel 2 lessons and write to 1' }))
const writes = (calls: ReturnType<typeof answers>) =>
  calls.filter(({ method, path: to }) => method !== 'GET' && to !== recipientsPath)

test('one dialog cancels the lessons, announces it, and writes to each person, by one call', async () => {
  const calls = await open()
  expect(screen.getByRole('link', { name: 'Call Ben, (916) 555-0142' })).toBeTruthy()
  const named = within(screen.getByRole('region', { name: 'Lessons' })).getAllByRole('listitem')
  expect(named.map(({ textContent }) => textContent)).toEqual(['10:00 AM Lesson a', '10:00 AM Lesson b'])
  await confirm()
  await expect.poll(() => writes(calls)).toHaveLength(1)
  expect(writes(calls)[0]).toMatchObject({
    path,
    body: {
      reason: 'the weather',
      announce: 'Closed on Saturday, November 28: all lessons of this day are canceled.',
      write: { subject: 'Lessons on Saturday, November 28 are canceled' },
    },
  })
})

test('the lessons at one place can be canceled alone', async () => {
  const placed = lessons.map((each, at) => ({
    ...each,
    place: ['Roseville', 'Sacramento'][at % 2],
    placeValue: ['roseville', 'sacramento'][at % 2],
  }))
  const calls = await open({ '/api/today/roster': [200, { date, lessons: placed }] })
  await userEvent.selectOptions(screen.getByLabelText('Where'), 'Sacramento')
  expect(within(screen.getByRole('region', { name: 'Lessons' })).getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel 1 lesson and write to 1' }))
  await expect.poll(() => writes(calls)).toHaveLength(1)
  expect(calls.filter(({ path: to }) => to === recipientsPath).at(-1)!.body).toEqual({
    about: { table: 'lessons', ids: ['b'.repeat(24)] },
    to: ['students', 'instructors'],
  })
  expect(writes(calls)[0]!.body).toMatchObject({
    place: 'sacramento',
    announce: 'Closed on Saturday, November 28 (Sacramento): all lessons there are canceled.',
  })
})

test('people without an address are ticked off as they are called', async () => {
  await open()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ben' }))
  expect(screen.getByText('1 of 1 called')).toBeTruthy()
})

test('nothing happens before it is confirmed, and the texts can be changed', async () => {
  const calls = await open()
  await userEvent.clear(screen.getByLabelText(/Announcement on the website/))
  await userEvent.clear(screen.getByLabelText('Email subject'))
  await userEvent.type(screen.getByLabelText('Email subject'), 'Rain')
  expect(writes(calls)).toHaveLength(0)
  await confirm()
  await expect.poll(() => writes(calls).at(-1)?.body).toMatchObject({ write: { subject: 'Rain' } })
  expect(writes(calls)[0]!.body).not.toHaveProperty('announce')
})

test.each([
  ['the call fails', [503, { error: 'The service is busy.', code: 'unavailable' }], 'The service is busy.'],
  [
    'the job stops',
    [200, job({ state: 'stopped', reason: 'The right to do this has ended.' })],
    'The right to do this has ended.',
  ],
])('when %s the dialog says so, keeps the texts, and can be confirmed again', async (_, failure, text) => {
  const calls = await open({ [path]: [failure, [200, job()]] })
  await userEvent.type(screen.getByLabelText('Email subject'), '!')
  await confirm()
  await screen.findByText(text)
  await userEvent.click(screen.getByRole('button', { name: 'Keep the lessons' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel day' }))
  await screen.findByText(text)
  await confirm()
  await expect.poll(() => writes(calls)).toHaveLength(2)
  expect(writes(calls)[1]!.body).toMatchObject({
    write: { subject: 'Lessons on Saturday, November 28 are canceled!' },
  })
})

test('without the right to announce the day is canceled and the mails are sent', async () => {
  const calls = await open({}, { role: 'staff', rights: { lessons: 'edit', students: 'view' }, exports: [] })
  expect(screen.getByText(/^Nothing is announced on the website/)).toBeTruthy()
  expect(screen.queryByLabelText(/Announcement on the website/)).toBeNull()
  await confirm()
  await expect.poll(() => writes(calls)).toHaveLength(1)
  expect(writes(calls)[0]!.body).not.toHaveProperty('announce')
})

test('a day whose lessons are all canceled offers nothing to cancel', async () => {
  const canceled = lessons.map((each) => ({ ...each, cancelled: true }))
  const roster = { '/api/today/roster': [200, { date, lessons: canceled }] }
  await open(roster, admin, 'Every lesson of this day is canceled already.')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.queryByRole('button', { name: /^Cancel/ })).toBeNull()
  expect(dialog.getAllByRole('button', { name: 'Close' })).toHaveLength(2)
})
