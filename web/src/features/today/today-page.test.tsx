import { AppError } from '@app/contracts/errors'
import type { RightsHolder } from '@app/contracts/policy'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { noteOutcome } from '#lib/connection'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { TodayPage } from './today-page'

const admin: RightsHolder = { role: 'admin', rights: {}, exports: [] }
const teacher: RightsHolder = { role: 'staff', rights: { lessons: 'own' }, exports: [] }

const person = {
  id: 's1',
  label: 'Ada Brook',
  phone: '(916) 555-0142',
  badges: [{ label: 'Waiver missing', tone: 'amber' }],
}
const lesson = {
  id: 'a'.repeat(24),
  title: 'First arrows',
  kind: 'Group lesson',
  place: 'Roseville',
  placeValue: 'roseville',
  startsAt: '2026-11-28T18:00:00.000Z',
  minutes: 60,
  seats: 8,
  cancelled: false,
  instructor: null,
  students: [person],
  attendance: { present: [], absent: [], excused: [] },
  version: null,
}
const today = {
  date: '2026-11-28',
  days: [
    { date: '2026-11-28', lessons: [lesson] },
    { date: '2026-11-29', lessons: [{ ...lesson, id: 'b'.repeat(24), title: 'League night', seats: 1 }] },
  ],
  mine: [],
  mayMarkAttendance: true,
  inquiries: {
    due: [{ id: 'c'.repeat(24), name: 'Dana', interestName: 'Birthday Party', dueBy: '2020-01-01T00:00:00.000Z' }],
    open: 3,
    overdue: 1,
  },
  expiring: [
    {
      ...{ table: 'instructors', id: 'd'.repeat(24), label: 'Artemis Karras' },
      ...{ kind: 'certificate', date: '2026-12-04', words: 'certificate ends' },
    },
  ],
}

function setup(network: Parameters<typeof answers>[0] = {}, user: RightsHolder = admin) {
  const calls = answers({ '/api/today': [200, today], ...network })
  show(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}
    >
      <RightsContext value={user}>
        <TodayPage lessonTools={({ title }) => <p>Attendance of {title}</p>} />
      </RightsContext>
    </QueryClientProvider>,
    '/admin/today',
  )
  return calls
}

test('lessons come first with the school clock, seats, badges and numbers that can be called', async () => {
  setup()
  await screen.findByRole('heading', { name: 'Saturday, November 28' })
  const card = within(screen.getByRole('article', { name: 'First arrows' }))
  expect(card.getByText('10:00 AM')).toBeTruthy()
  expect(card.getByText('(7 seats left)')).toBeTruthy()
  expect(card.getByText('No instructor')).toBeTruthy()
  expect(card.getByText('Waiver missing')).toBeTruthy()
  expect(card.getByRole('link', { name: 'Call Ada Brook, (916) 555-0142' }).getAttribute('href')).toBe('tel:9165550142')
  expect(card.getByText('Attendance of First arrows')).toBeTruthy()
})

test('a table whose days could not be read is named, until another attempt reads them', async () => {
  setup({
    '/api/today': [
      [200, { ...today, unread: ['Equipment', 'Targets'] }],
      [200, today],
    ],
  })
  const said = await screen.findByText(/^Equipment and Targets could not be read/)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(said.isConnected).toBe(false))
})

test('answers that reopened nothing are counted for who may see inquiries', async () => {
  setup({ '/api/forms/inbound/count': [200, { unmatched: 0, maybeAutomatic: 2 }] })
  const link = await screen.findByRole('link', { name: '2 maybe automatic replies' })
  expect(link.getAttribute('href')).toBe('/admin/inbox?view=automated')
})

test('a coming day is one tap away; a full lesson says so', async () => {
  setup()
  await userEvent.click(await screen.findByRole('button', { name: /^Sun, Nov 29/ }))
  expect(screen.getByRole('heading', { name: 'Sunday, November 29' })).toBeTruthy()
  expect(screen.getByText('Full: 1 of 1')).toBeTruthy()
})

test('an instructor sees their own lessons first, and all with one click', async () => {
  const robin = { id: 'e'.repeat(24), label: 'Robin Hale', phone: null, badges: [] }
  const mine = { ...lesson, id: 'f'.repeat(24), title: 'My league', instructor: robin }
  const days = [{ date: '2026-11-28', lessons: [lesson, mine] }, today.days[1]]
  setup({ '/api/today': [200, { ...today, days, mine: [robin.id] }] })
  await screen.findByRole('article', { name: 'My league' })
  expect(screen.queryByRole('article', { name: 'First arrows' })).toBeNull()
  expect(screen.queryByRole('group', { name: 'Lesson day' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  expect(screen.getByRole('article', { name: 'First arrows' })).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Lesson day' })).toBeTruthy()
})

test('an instructor with two lessons at one time is warned of; canceled ones do not count', async () => {
  const robin = { id: 'e'.repeat(24), label: 'Robin Hale', phone: null, badges: [] }
  const first = { ...lesson, instructor: robin }
  const second = { ...first, id: 'f'.repeat(24), title: 'League', startsAt: '2026-11-28T18:30:00.000Z' }
  const third = { ...second, id: '9'.repeat(24), title: 'Rained off', cancelled: true }
  setup({ '/api/today': [200, { ...today, days: [{ date: '2026-11-28', lessons: [first, second, third] }] }] })
  const card = async (name: string) => within(await screen.findByRole('article', { name }))
  expect((await card('First arrows')).getByText('Also teaches League at 10:30 AM')).toBeTruthy()
  expect((await card('League')).getByText('Also teaches First arrows at 10:00 AM')).toBeTruthy()
  expect((await card('Rained off')).queryByText(/Also teaches/)).toBeNull()
})

test('who was not reminded is called: why an email is missing is said, and why a lesson sends none', async () => {
  const about = { table: 'students', guardian: null, phone: '(916) 555-0142', called: false }
  const people = [
    { ...about, id: 's1', name: 'Ada Brook', unsent: true },
    { ...about, id: 's2', name: 'Ben Ito' },
  ]
  const { id, title, startsAt } = lesson
  const problem = 'A mailing can have 500 recipients at most.'
  const crowded = { id: 'b'.repeat(24), title: 'Open day', startsAt, people: [], problem }
  setup({ '/api/forms/reminders/calls': [200, { on: true, lessons: [{ id, title, startsAt, people }, crowded] }] })
  const list = await screen.findByRole('list', { name: 'To call about First arrows' })
  const [ada, ben] = within(list).getAllByRole('listitem')
  expect(ada!.textContent).toContain('Not reminded yet. The school may have reached its limit of emails for a day.')
  expect(ben!.textContent).not.toContain('Not reminded yet')
  expect(screen.getByText(`No reminders are sent. ${problem}`)).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'To call about Open day' })).toBeNull()
})

test('inquiries lead to their conversation, and what runs out follows', async () => {
  setup()
  const inquiry = await screen.findByRole('link', { name: /Dana Birthday Party overdue by/ })
  expect(inquiry.getAttribute('href')).toBe(`/admin/inbox?open=${'c'.repeat(24)}`)
  expect(screen.getByRole('link', { name: '2 more' })).toBeTruthy()
  expect(screen.getByText('certificate ends Dec 4, 2026')).toBeTruthy()
})

test('parts without a right are left out; a failure says why and can be retried', async () => {
  setup({
    '/api/today': [
      [503, { error: 'The service is busy.', code: 'unavailable' }],
      [200, { ...today, days: null, inquiries: null }],
    ],
  })
  await screen.findByText('The service is busy.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Soon')
  expect(screen.queryByText('To answer')).toBeNull()
  expect(screen.queryByRole('article')).toBeNull()
})

test('the day stays when it cannot be loaded again, and says that it may be out of date', async () => {
  const unavailable: [number, unknown] = [503, { error: 'The service is not available.', code: 'unavailable' }]
  setup({ '/api/today': [[200, today], unavailable, [200, today]] })
  await screen.findByRole('heading', { name: 'Saturday, November 28' })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000)
  window.dispatchEvent(new Event('visibilitychange'))
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('The service is not available. What is shown may be out of date.')
  expect(screen.getByText('Attendance of First arrows')).toBeTruthy()
  await userEvent.click(within(notice).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a day that cannot be loaded has its heading and can be tried again', async () => {
  setup({ '/api/today': ['offline', [200, today]] })
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).not.toContain('out of date')
  expect(screen.getByRole('heading', { name: 'Today' })).toBeTruthy()
  await userEvent.click(within(notice).getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Saturday, November 28' })
})

test('a day that could not be reached is loaded as soon as any other call reaches the server', async () => {
  setup({ '/api/today': ['offline', [200, today]] })
  await screen.findByRole('alert')
  act(() => noteOutcome(new AppError('offline', 'You are offline.')))
  act(() => noteOutcome())
  await screen.findByRole('heading', { name: 'Saturday, November 28' })
})

test('whoever sees their own lessons alone is told so, has nothing to choose between, and learns why there are none', async () => {
  const taught = { ...lesson, instructor: { ...person, id: 'i1', label: 'Robin' } }
  const own = {
    ...today,
    inquiries: null,
    expiring: [],
    days: [{ date: '2026-11-28', lessons: [taught] }],
    mine: ['i1'],
  }
  setup({ '/api/today': [200, own] }, teacher)
  await screen.findByText('Your own lessons')
  expect(screen.queryByRole('group', { name: 'Whose lessons' })).toBeNull()
  expect(screen.getByText('Attendance of First arrows')).toBeTruthy()
  setup({ '/api/today': [200, { ...own, days: [], mine: [] }] }, teacher)
  await screen.findByText(/once an admin has linked you to an instructor/)
})
