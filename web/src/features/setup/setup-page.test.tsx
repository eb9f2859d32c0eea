import type { Setup } from '@app/contracts/setup'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { Toasts } from '#ui/toast'
import { SetupCard } from './setup-card'
import { SetupPage } from './setup-page'

const by = 'ivy@archery.example'
const at = '2026-11-24T18:00:00.000Z'
const stepOf = (step: Setup['steps'][number]['step'], isDone: boolean | null = false) => ({ step, isDone, mark: null })
const setup: Setup = {
  steps: [stepOf('name', true), stepOf('hours'), stepOf('mailbox', null), stepOf('passkey', null)],
  hidden: null,
}
const passkey = { id: 'p', name: 'Laptop', createdAt: at, lastUsedAt: null, synced: false }
const others = {
  '/api/passkeys': [200, [passkey]],
  '/api/forms/deliverability': [200, { sender: null, doors: [], lag: 0, weeks: [] }],
  '/api/samples': [200, { tables: [] }],
} satisfies Parameters<typeof answers>[0]
const item = (name: string) => screen.getByText(name).closest('li')!

test('steps are ticked by what each service knows; one is confirmed, with its author', async () => {
  const confirmed = { ...stepOf('hours'), mark: { as: 'confirmed', by, at } }
  const calls = answers({
    ...others,
    '/api/setup': [200, setup],
    '/api/setup/steps/hours': [200, { ...setup, steps: [setup.steps[0], confirmed, ...setup.steps.slice(2)] }],
  })
  show(<SetupPage />)
  await screen.findByText('2 of 4 done')
  expect(item('Your passkey').textContent).toContain('Done')
  expect(within(item('Your passkey')).queryByRole('link')).toBeNull()
  expect(within(item('Mailbox')).getByRole('link').getAttribute('href')).toBe('/admin/email')
  expect(screen.queryByRole('button', { name: 'It is right: Mailbox' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'It is right: Hours' }))
  await screen.findByText(/^Right as it is, says ivy@archery.example/)
  expect(calls).toContainEqual(expect.objectContaining({ method: 'PUT', body: { as: 'confirmed' } }))
  expect(screen.getByText('3 of 4 done')).toBeTruthy()
})

const marked = (from: Setup, as: 'confirmed' | 'skipped', ...names: string[]): Setup => ({
  ...from,
  steps: from.steps.map((one) => (names.includes(one.step) ? { ...one, mark: { as, by, at } } : one)),
})
const skipped = (...names: string[]) => marked(setup, 'skipped', ...names)
const marks = (calls: ReturnType<typeof answers>) =>
  calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])

test('a step that a colleague has confirmed meanwhile is not skipped, and one Undo takes back exactly the others', async () => {
  const three: Setup = { ...setup, steps: [...setup.steps, stepOf('students')] }
  const confirmed = marked(three, 'confirmed', 'hours')
  const both = marked(confirmed, 'skipped', 'mailbox', 'students')
  const calls = answers({
    ...others,
    '/api/setup': [
      [200, three],
      [200, confirmed],
      [200, marked(both, 'confirmed', 'students')],
    ],
    '/api/setup/steps/mailbox': [
      [200, marked(confirmed, 'skipped', 'mailbox')],
      [200, marked(confirmed, 'confirmed', 'students')],
    ],
    '/api/setup/steps/students': [200, both],
  })
  show(
    <>
      <SetupPage />
      <Toasts />
    </>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Skip these 3' }))
  await screen.findByText('Skipped 2 steps')
  expect(item('Hours').textContent).toContain('Right as it is')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Set up your school' }))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone')
  expect(marks(calls)).toEqual([
    ['/api/setup/steps/mailbox', { as: 'skipped' }],
    ['/api/setup/steps/students', { as: 'skipped' }],
    // What a colleague has said about the other one since then stays.
    ['/api/setup/steps/mailbox', { as: 'open' }],
  ])
})

test('skipping stops at the first failure; what was skipped is told and can be undone', async () => {
  const three: Setup = { ...setup, steps: [...setup.steps, stepOf('students')] }
  const calls = answers({
    ...others,
    '/api/setup': [200, three],
    '/api/setup/steps/hours': [200, marked(three, 'skipped', 'hours')],
    '/api/setup/steps/mailbox': [422, { error: 'Not now.', code: 'invalid_input' }],
  })
  show(
    <>
      <SetupPage />
      <Toasts />
    </>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Skip these 3' }))
  await screen.findByText('Not now.')
  expect(screen.getByText('Skipped 1 step')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Skip these 2' })).toBeTruthy()
  expect(marks(calls).map(([path]) => path)).toEqual(['/api/setup/steps/hours', '/api/setup/steps/mailbox'])
})

test('the steps that are left are skipped together, by name', async () => {
  const calls = answers({
    ...others,
    '/api/setup': [200, setup],
    '/api/setup/steps/hours': [200, skipped('hours')],
    '/api/setup/steps/mailbox': [200, skipped('hours', 'mailbox')],
  })
  show(<SetupPage />)
  const button = await screen.findByRole('button', { name: 'Skip these 2' })
  expect(screen.getByText('Left: Hours and Mailbox.')).toBeTruthy()
  await userEvent.click(button)
  await screen.findByText('4 of 4 done')
  expect(marks(calls)).toEqual([
    ['/api/setup/steps/hours', { as: 'skipped' }],
    ['/api/setup/steps/mailbox', { as: 'skipped' }],
  ])
  expect(screen.queryByRole('button', { name: /^Skip these/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Undo: Hours' })).toBeTruthy()
})

test('the card names the next step, and is gone once it is hidden', async () => {
  const hidden = { ...setup, hidden: { by, at } }
  answers({ ...others, '/api/setup': [200, setup], '/api/setup/hidden': [200, hidden] })
  show(<SetupCard />)
  expect((await screen.findByRole('link', { name: /^Next: Hours/ })).getAttribute('href')).toContain('show=facts')
  await userEvent.click(screen.getByRole('button', { name: 'Hide Set up your school' }))
  await expect.poll(() => screen.queryByRole('region')).toBeNull()
})

test('samples that people have changed stay unless they are chosen; what stayed is named', async () => {
  const [june, own] = ['a'.repeat(24), 'b'.repeat(24)]
  const records = [
    { id: june, label: 'June Park', isChanged: false },
    { id: own, label: 'Our bow', isChanged: true },
  ]
  const left = { table: 'students', title: 'Students', records: [records[0]] }
  const skipped = [{ id: june, reason: 'June Park: Other records refer to this one.' }]
  const calls = answers({
    ...others,
    '/api/setup': [200, setup],
    '/api/samples': [
      [200, { tables: [{ ...left, records }] }],
      [200, { tables: [left] }],
    ],
    '/api/samples/remove': [
      202,
      {
        ...{ id: 'c'.repeat(24), kind: 'remove-samples', table: null, state: 'done', total: 2, done: 2, changed: 1 },
        ...{ skipped, actor: null, createdAt: at, startedAt: at, endedAt: at, undoable: true },
      },
    ],
  })
  show(<SetupPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove sample records...' }))
  const dialog = within(screen.getByRole('alertdialog'))
  expect(dialog.getByRole('button', { name: 'Remove 1 record' })).toBeTruthy()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Our bow (Students)' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove 2 records' }))
  await screen.findByText('1 record stayed')
  expect(screen.getByText('June Park: Other records refer to this one.')).toBeTruthy()
  expect(calls).toContainEqual(expect.objectContaining({ path: '/api/samples/remove', body: { changed: [own] } }))
})
