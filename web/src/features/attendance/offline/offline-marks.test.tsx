import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore, Provider } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { countUnsent, forgetUser, openDevice } from '#lib/device-store'
import { createQueryClient } from '#lib/query-client'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { AttendanceSheet } from '../attendance-sheet'
import { EarlierMarks, useKept, useSendWaiting } from './unsent'

const person = (id: string, label: string) => ({ id, label, phone: null, badges: [] })
const lesson = {
  ...{ id: 'a'.repeat(24), title: 'First arrows', kind: '', place: '', placeValue: '' },
  ...{
    startsAt: '2026-11-28T18:00:00.000Z',
    minutes: 60,
    seats: 8,
    waiting: [],
    makeUps: [],
    madeUp: [],
    cancelled: false,
    instructor: null,
  },
  students: [person('s1', 'Ada'), person('s2', 'Ben')],
  attendance: { present: [], absent: [], excused: [] },
  version: '2026-11-28T10:00:00.000Z',
}
const path = `/api/tables/lessons/${lesson.id}`
const record = (more: object) => ({
  ...{ id: lesson.id, title: 'First arrows', present: [], absent: [], excused: [] },
  references: { students: { s1: { label: 'Ada' }, s2: { label: 'Ben' } } },
  updated_at: '2026-11-28T11:00:00.000Z',
  ...more,
})

function Page({ isShown = true }: { isShown?: boolean }) {
  const isReady = useKept()
  useSendWaiting(isReady)
  if (!isReady) return null
  return isShown ? <AttendanceSheet lesson={lesson} /> : <EarlierMarks shown={[]} />
}
/** A tab, whose state outlives a page of its own. */
const Tab = ({ store, isSignedIn = true }: { store: ReturnType<typeof createStore>; isSignedIn?: boolean }) => (
  <Provider store={store}>
    {isSignedIn && (
      <QueryClientProvider client={createQueryClient()}>
        <Page />
      </QueryClientProvider>
    )}
  </Provider>
)
const mark = (name: string, student = 'Ada') =>
  within(screen.getByRole('group', { name: student })).getByRole('button', { name })
const openSheet = async () => userEvent.click(await screen.findByRole('button', { name: /attendance/i }))

/** Marks without a connection; then the page is gone. */
async function markAndKill() {
  answers({ [path]: 'offline' })
  show(<Page />)
  await openSheet()
  await userEvent.click(mark('Absent'))
  await screen.findByText(/^Offline: 1 mark is kept on this device/)
  cleanup()
}

beforeEach(async () => {
  openDevice('ivy')
  await forgetUser()
})

test('a mark survives the page, is sent once by the next one, and leaves the device', async () => {
  await markAndKill()
  expect(await countUnsent()).toBe(1)
  const calls = answers({ [path]: [200, record({ absent: ['s1'] })] })
  show(<Page />)
  await openSheet()
  await screen.findByText('All marks are saved.')
  expect(mark('Absent').getAttribute('aria-pressed')).toBe('true')
  expect(calls.map(({ method, body }) => [method, body])).toEqual([
    ['PUT', { present: [], absent: ['s1'], excused: [] }],
  ])
  await expect.poll(countUnsent).toBe(0)
})

test('a question about two marks survives the page as well', async () => {
  await markAndKill()
  answers({ [path]: [409, { error: 'Changed.', code: 'conflict', record: record({ present: ['s1'] }) }] })
  show(<Page />)
  await screen.findByText('Marked differently')
  await expect.poll(countUnsent).toBe(1)
  cleanup()
  const calls = answers({ [path]: [200, record({ absent: ['s1'] })] })
  show(<Page />)
  await screen.findByText(/you marked absent, another person saved present/)
  expect(calls).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Use mine: absent' }))
  await expect.poll(countUnsent).toBe(0)
})

test('marks of a lesson that is not shown any more are sent against what it is now', async () => {
  await markAndKill()
  const calls = answers({ [path]: [200, record({ present: ['s2'] })] })
  show(<Page isShown={false} />)
  await expect.poll(() => calls.filter(({ method }) => method === 'PUT').length).toBe(1)
  expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
    body: { present: expect.anything(), absent: ['s1'] },
  })
})

test('marks of a lesson that was deleted are named and can be given up', async () => {
  await markAndKill()
  answers({ [path]: [404, { error: 'Not found.', code: 'not_found' }] })
  show(<Page isShown={false} />)
  await screen.findByText(/1 mark of an earlier lesson/)
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await expect.poll(countUnsent).toBe(0)
})

test('after a logout a page that is still open sends nothing of the one before', async () => {
  answers({ [path]: 'offline' })
  const store = createStore()
  const { rerender } = render(<Tab store={store} />)
  await openSheet()
  await userEvent.click(mark('Absent'))
  await screen.findByText(/^Offline: 1 mark is kept on this device/)
  rerender(<Tab store={store} isSignedIn={false} />)
  await forgetUser()
  openDevice('sam')
  const calls = answers({ [path]: [200, record({})] })
  rerender(<Tab store={store} />)
  await openSheet()
  expect(mark('Absent').getAttribute('aria-pressed')).toBe('false')
  expect(calls).toEqual([])
})
