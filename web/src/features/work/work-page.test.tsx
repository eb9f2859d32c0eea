import type { Job } from '@app/contracts/jobs'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RightsContext } from '#lib/rights'
import { answers, silence } from '#testing/answers'
import { show } from '#testing/screen'
import { WorkPage } from './recent-work'

const me = '65f000000000000000000001'
const id = (number: number) => number.toString(16).padStart(24, '0')
const job = (change: Partial<Job> = {}): Job => ({
  id: id(1),
  kind: 'batch',
  table: 'students',
  about: { update: 4, fields: 'level' },
  state: 'done',
  total: 4,
  done: 4,
  changed: 3,
  skipped: [{ id: id(9), reason: 'Level is required' }],
  actor: { id: me, email: 'coach@example.com' },
  createdAt: '2026-11-01T10:00:00.000Z',
  startedAt: '2026-11-01T10:00:00.000Z',
  endedAt: '2026-11-01T10:00:04.000Z',
  undoable: true,
  ...change,
})
const running: Partial<Job> = { state: 'running', done: 1, changed: 1, skipped: [], endedAt: null, undoable: false }
const tables = [{ name: 'students', title: 'Students', one: 'Student', fieldTitle: () => 'Level' }]
const list = (...data: Job[]): [number, unknown] => [200, { data, total: data.length }]
const api = '/api/jobs'

type Network = Parameters<typeof answers>[0]

function open(network: Network, { role = 'staff', address = '/admin/work' } = {}) {
  const calls = answers(network)
  show(
    <RightsContext value={{ role: role as 'admin', rights: {}, exports: [] }}>
      <WorkPage
        tables={tables}
        userId={me}
        RecordLinks={({ records }) => records.map(({ id, text }) => <a key={id} href={`#${id}`}>{`${id}: ${text}`}</a>)}
      />
    </RightsContext>,
    address,
  )
  return calls
}
const item = async (name: RegExp) => within(await screen.findByRole('listitem', { name }))

test('while it loads it says so', async () => {
  open({ [api]: silence })
  await screen.findByText('Loading the recent work...')
})

test('without any work it says what would appear here', async () => {
  open({ [api]: list() })
  await screen.findByText(/^Nothing in the last 30 days/)
  expect(screen.queryAllByRole('listitem')).toEqual([])
})

test('a failure is shown with its reason, and the list is read again', async () => {
  open({ [api]: [[503, { error: 'The service is busy.', code: 'unavailable' }], list(job())] })
  await screen.findByText('The service is busy.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await item(/^Changed Level of 3 students/)
})

test('the progress of a running job is read until it has ended', async () => {
  open({ [api]: [list(job({ ...running })), list(job())] })
  const one = await item(/^Changing Level of 4 students/)
  expect((one.getByRole('progressbar') as HTMLProgressElement).value).toBe(1)
  one.getByText('1 of 4 records')
  expect(one.queryByRole('button', { name: /^Undo/ })).toBeNull()
  await item(/^Changed Level of 3 students/)
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('Cancel stops a running job, and says so until it has stopped', async () => {
  const stopped = job({ ...running, state: 'stopped', reason: 'It was canceled.', undoable: true })
  const calls = open({
    [api]: [list(job({ ...running })), list(job({ ...running })), list(stopped)],
    [`${api}/${id(1)}/cancel`]: [200, job({ ...running })],
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Cancel: Changing/ }))
  expect(await screen.findByText('It was canceled.')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([`${api}/${id(1)}/cancel`])
  screen.getByRole('button', { name: /^Undo/ })
})

test('Undo starts one job, and both are listed; the focus stays at the undone one', async () => {
  const undone = job({ undoable: false, undoneBy: id(2) })
  const undo = job({
    id: id(2),
    kind: 'undo',
    undoes: id(1),
    about: { of: 'batch', update: 4, fields: 'level' },
    skipped: [],
    undoable: false,
  })
  const calls = open({
    [api]: [list(job()), list(undo, undone)],
    [`${api}/${id(1)}/undo`]: [202, undo],
  })
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Undo: Changed Level of 3 students' }))
  await item(/^Undid: changed Level of 3 students/)
  const first = await screen.findByRole('listitem', { name: /^Changed Level.*Undo started/ })
  await waitFor(() => expect(document.activeElement).toBe(first))
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('an undo that is refused says why', async () => {
  open({
    [api]: list(job()),
    [`${api}/${id(1)}/undo`]: [403, { error: 'You no longer have the right to do this.', code: 'forbidden' }],
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
  await screen.findByText('You no longer have the right to do this.')
})

test('skipped records are shown with their reasons, all of them once more than the list holds were skipped', async () => {
  const skipped = Array.from({ length: 20 }, (_, at) => ({ id: id(100 + at), reason: 'Level is required' }))
  const all = [...skipped, { id: id(300), reason: 'It was deleted.' }]
  open({
    [api]: list(job(), job({ id: id(2), skipped })),
    [`${api}/${id(2)}`]: [200, job({ id: id(2), skipped: all })],
  })
  await screen.findByText('1 record was skipped.')
  const [few, many] = screen.getAllByRole('button', { name: 'Show the reasons' })
  await userEvent.click(few!)
  expect((await screen.findByRole('link', { name: /Level is required/ })).getAttribute('href')).toBe(`#${id(9)}`)
  screen.getByText('20 or more records were skipped.')
  await userEvent.click(many!)
  await screen.findByRole('link', { name: `${id(300)}: It was deleted.` })
})

test('admins switch to the work of everyone, which names who started it', async () => {
  const other = job({ id: id(3), actor: { id: id(7), email: 'eve@example.com' } })
  const calls = open(
    { [api]: [list(job()), list(other, job({ id: id(4), kind: 'erasure', actor: null }))] },
    { role: 'admin' },
  )
  await screen.findByText(/^Changed/)
  expect(screen.queryByText(/coach@example.com/)).toBeNull()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Whose' }), "Everyone's")
  await screen.findByText(/eve@example.com/)
  screen.getByText(/The product/)
  expect(calls.map(({ path }) => path)).toEqual([`${api}?page=1`, `${api}?page=1&all=true`])
  expect(location.search).toBe('?of=all')
})

test('staff see their own work only, whatever the address says', async () => {
  const calls = open({ [api]: list(job()) }, { address: '/admin/work?of=all' })
  await screen.findByText(/^Changed/)
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(calls[0]!.path).toBe(`${api}?page=1`)
})
