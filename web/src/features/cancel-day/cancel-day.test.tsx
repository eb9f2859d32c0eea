// @vitest-environment happy-dom
import type { RightsHolder } from '@app/contracts/may-use'
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
const network = {
  '/api/today/roster': [200, { date, lessons }],
  [`/api/tables/lessons/${'a'.repeat(24)}`]: [200, { id: 'a' }],
  [`/api/tables/lessons/${'b'.repeat(24)}`]: [200, { id: 'b' }],
  '/api/tables/announcements': [201, { id: 'n' }],
  '/api/forms/mailings': [201, { id: 'm', subject: '', by: '', at: '', recipients: [] }],
}

const admin: RightsHolder = { role: 'admin', rights: {}, exports: [] }

async function open(change: object = {}, user = admin) {
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
  await screen.findByText(/Goes to 1 person, each once/)
  return calls
}
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Cancel 2 lessons and write to 1' }))
const writes = (calls: ReturnType<typeof answers>) => calls.filter(({ method }) => method !== 'GET')

test('one dialog cancels the lessons, announces it until tonight, and writes to each person once', async () => {
  const calls = await open()
  expect(screen.getByRole('link', { name: 'Call Ben, (916) 555-0142' })).toBeTruthy()
  const named = within(screen.getByRole('region', { name: 'Lessons' })).getAllByRole('listitem')
  expect(named.map(({ textContent }) => textContent)).toEqual(['10:00 AM Lesson a', '10:00 AM Lesson b'])
  await confirm()
  await expect.poll(() => writes(calls)).toHaveLength(4)
  const [first, second, announcement, mail] = writes(calls)
  expect([first, second].map((call) => [call!.body, call!.headers.get('if-match')])).toEqual([
    [{ cancelled: true }, '"2026-11-20T10:00:00.000Z"'],
    [{ cancelled: true }, '"2026-11-20T10:00:00.000Z"'],
  ])
  expect(announcement!.body).toMatchObject({ kind: 'closed', ends_at: '2026-11-29T08:00:00.000Z', published: true })
  expect(mail!.body).toMatchObject({
    subject: 'Lessons on Saturday, November 28 are cancelled',
    recipients: [{ name: 'R. Brook', email: 'ada@example.com' }],
  })
})

test('nothing happens before it is confirmed, and the texts can be changed', async () => {
  const calls = await open()
  await userEvent.clear(screen.getByLabelText(/Announcement on the website/))
  await userEvent.clear(screen.getByLabelText('Email subject'))
  await userEvent.type(screen.getByLabelText('Email subject'), 'Rain')
  expect(writes(calls)).toHaveLength(0)
  await confirm()
  await expect.poll(() => writes(calls).at(-1)?.body).toMatchObject({ subject: 'Rain' })
  expect(writes(calls).some(({ path }) => path.includes('announcements'))).toBe(false)
})

test('after a failure a retry does only what is left', async () => {
  const calls = await open({
    '/api/forms/mailings': [
      [503, { error: 'The service is busy.', code: 'unavailable' }],
      [201, { id: 'm', subject: '', by: '', at: '', recipients: [] }],
    ],
  })
  await confirm()
  await screen.findByText('The service is busy.')
  await confirm()
  await expect.poll(() => writes(calls).map(({ path }) => path)).toHaveLength(5)
  const mails = writes(calls).filter(({ path }) => path.endsWith('mailings'))
  expect(mails.map(({ headers }) => headers.get('idempotency-key'))[0]).toBe(mails[1]!.headers.get('idempotency-key'))
})

test('a retry writes to the people of lessons that the first attempt has cancelled', async () => {
  const newer = '2026-11-28T15:00:00.000Z'
  const [a, b] = lessons
  const calls = await open({
    '/api/today/roster': [
      [200, { date, lessons }],
      [
        200,
        {
          date,
          lessons: [
            { ...a, cancelled: true, version: newer },
            { ...b, version: newer },
          ],
        },
      ],
    ],
    [`/api/tables/lessons/${'b'.repeat(24)}`]: [
      [409, { error: 'Another person has changed it.', code: 'conflict' }],
      [200, { id: 'b' }],
    ],
  })
  await confirm()
  await screen.findByText('Another person has changed it.')
  await expect.poll(() => calls.filter(({ path }) => path.startsWith('/api/today/roster')).length).toBe(2)
  await confirm()
  await expect.poll(() => writes(calls).at(-1)?.path).toBe('/api/forms/mailings')
  expect(writes(calls).map(({ path, headers }) => [path.at(-1), headers.get('if-match')])).toEqual([
    ['a', '"2026-11-20T10:00:00.000Z"'],
    ['b', '"2026-11-20T10:00:00.000Z"'],
    ['b', `"${newer}"`],
    ['s', null],
    ['s', null],
  ])
})

test('a dialog that was closed after a failure goes on with what is left', async () => {
  const newer = '2026-11-28T15:00:00.000Z'
  const cancelled = lessons.map((each) => ({ ...each, cancelled: true, version: newer }))
  const calls = await open({
    '/api/today/roster': [
      [200, { date, lessons }],
      [200, { date, lessons: cancelled }],
    ],
    '/api/forms/mailings': [
      [503, { error: 'The service is busy.', code: 'unavailable' }],
      [201, { id: 'm', subject: '', by: '', at: '', recipients: [] }],
    ],
  })
  await userEvent.type(screen.getByLabelText('Email subject'), '!')
  await confirm()
  await screen.findByText('The service is busy.')
  await userEvent.click(screen.getByRole('button', { name: 'Keep the lessons' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel day' }))
  await screen.findByText('The service is busy.')
  expect(screen.queryByText('Every lesson of this day is cancelled already.')).toBeNull()
  await confirm()
  await expect
    .poll(() => writes(calls).map(({ path }) => path.split('/')[3]))
    .toEqual(['lessons', 'lessons', 'announcements', 'mailings', 'mailings'])
  expect(writes(calls).at(-1)?.body).toMatchObject({
    subject: 'Lessons on Saturday, November 28 are cancelled!',
    recipients: [{ email: 'ada@example.com' }],
  })
})

test('without the right to announce the day is cancelled and the mails are sent', async () => {
  const calls = await open({}, { role: 'staff', rights: { lessons: 'edit', students: 'view' }, exports: [] })
  expect(screen.getByText(/^Nothing is announced on the website/)).toBeTruthy()
  expect(screen.queryByLabelText(/Announcement on the website/)).toBeNull()
  await confirm()
  await expect
    .poll(() => writes(calls).map(({ path }) => path.split('/')[3]))
    .toEqual(['lessons', 'lessons', 'mailings'])
})
