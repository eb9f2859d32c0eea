import type { Job } from '@app/contracts/jobs'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { pageWith } from '#features/records/tables.fixture'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { BulkActions } from './bulk-actions'
import { openInquiry, record } from './inquiries.fixture'

const list = '/api/tables/contact_submissions'
const batches = '/api/forms/submissions/batches'
const bar = () => within(screen.getByRole('region', { name: 'Selected records' }))
const others = ['b', 'c'].map((letter) => ({ ...record, id: letter.repeat(24), name: `Visitor ${letter}` }))
const ids = [record, ...others].map(({ id }) => id)
const jobId = 'd'.repeat(24)
const undoId = 'e'.repeat(24)
const job = (change: Partial<Job> = {}): Job => ({
  ...{ id: jobId, kind: 'inquiries', table: 'contact_submissions', state: 'done', total: 3, done: 3, changed: 3 },
  ...{ skipped: [], actor: null, createdAt: record.updated_at, startedAt: null, endedAt: null, undoable: true },
  ...change,
})

function openList(more: object = {}, network: Parameters<typeof openInquiry>[0] = {}) {
  return openInquiry(
    { [list]: [200, pageWith([record, ...others], more)], [batches]: [200, job()], ...network },
    '/admin?table=contact_submissions',
  )
}
async function selectPage() {
  await screen.findByText('Ada')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await screen.findByRole('region', { name: 'Selected records' })
}
const posted = (calls: ReturnType<typeof openInquiry>) => calls.filter(({ method }) => method === 'POST')

test('"!" marks the inquiry whose row has the focus; without a row it does nothing', async () => {
  const calls = openList({}, { [batches]: [200, job({ total: 1, done: 1, changed: 1 })] })
  const cell = (await screen.findByText('Visitor b')).closest('td')!
  await userEvent.keyboard('!')
  cell.focus()
  await userEvent.keyboard('!')
  await screen.findByText('1 inquiry marked as spam')
  expect(posted(calls).map(({ path, body }) => [path, body])).toEqual([
    [batches, { action: 'spam', ids: [others[0]!.id] }],
  ])
})

test('several are changed by one call; the undo is one more, and says what was changed since', async () => {
  const undo = job({ id: undoId, state: 'waiting', undoes: jobId, done: 0, changed: 0, undoable: false })
  const kept = [{ id: ids[1]!, reason: 'It was changed since.' }]
  const calls = openList(
    {},
    {
      [`/api/jobs/${jobId}/undo`]: [202, undo],
      [`/api/jobs/${undoId}`]: [200, job({ ...undo, state: 'done', done: 3, changed: 2, skipped: kept })],
    },
  )
  await selectPage()
  await userEvent.click(bar().getByRole('button', { name: 'Not spam' }))
  await screen.findByText('3 inquiries released from spam')
  screen.getByRole('link', { name: 'Show in Recent work' })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone: 2 inquiries; 1 inquiry changed since, left as is')
  expect(posted(calls).map(({ path }) => path)).toEqual([batches, `/api/jobs/${jobId}/undo`])
  expect(posted(calls)[0]!.body).toEqual({ action: 'not-spam', ids })
})

test('a long one shows its progress, and then why inquiries were skipped or it stopped', async () => {
  const running = job({ state: 'running', done: 1, changed: 1, undoable: false })
  const skipped = [{ id: ids[1]!, reason: 'This inquiry is already held as spam, or it was answered.' }]
  const reason = 'The right to do this has ended. What was done before is kept.'
  let end = (_: Response) => {}
  const ended = new Promise<Response>((resolve) => {
    end = resolve
  })
  openList({}, { [batches]: [202, running], [`/api/jobs/${jobId}`]: ended })
  await selectPage()
  await userEvent.click(bar().getByRole('button', { name: 'Spam' }))
  await bar().findByText('1 of 3…')
  end(Response.json(job({ state: 'stopped', done: 2, changed: 1, skipped, reason })))
  await screen.findByText(`1 inquiry marked as spam, 1 skipped: ${skipped[0]!.reason} ${reason}`)
})

test('all matching inquiries are named by the query of the list, with the number that was shown', async () => {
  const calls = openList({ total: 703 })
  await selectPage()
  await userEvent.click(screen.getByRole('button', { name: 'all 703 matching' }))
  await userEvent.click(bar().getByRole('button', { name: 'Spam' }))
  await screen.findByText('3 inquiries marked as spam')
  expect(posted(calls).map(({ body }) => body)).toEqual([
    { action: 'spam', query: expect.stringContaining('sort='), expected: 703 },
  ])
})

test('more than fit into one call are refused with a remedy, unless the list names them', () => {
  answers({})
  const selected = { table: 'contact_submissions', count: 501, target: () => undefined, onDone: () => {} }
  const { unmount } = show(<BulkActions {...selected} isEverything={false} />)
  const isDisabled = () => (screen.getByRole('button', { name: 'Spam' }) as HTMLButtonElement).disabled
  expect(isDisabled()).toBe(true)
  screen.getByText(/^Up to 500 inquiries can be selected one by one/)
  unmount()
  show(<BulkActions {...selected} isEverything />)
  expect(isDisabled()).toBe(false)
})

test('a refusal is shown', async () => {
  openList({}, { [batches]: [409, { error: '4 records match now, not 3.', code: 'conflict' }] })
  await selectPage()
  await userEvent.click(bar().getByRole('button', { name: 'Mark as closed' }))
  await screen.findByText('4 records match now, not 3.')
})
