import type { ServiceAccount } from '@app/contracts/service-accounts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { AccountsPage } from './accounts-page'

const account: ServiceAccount = {
  id: '6b0144c8eeb0df06111a9a1e',
  name: 'Booking site',
  rights: { lessons: 'edit' },
  exports: [],
  networks: ['203.0.113.0/24'],
  expiresAt: null,
  owner: { id: 'a'.repeat(24), email: 'admin@archery.example' },
  state: 'ownerless',
  secrets: [{ n: 3, createdAt: '2026-05-01T10:00:00.000Z', lastUsedAt: null }],
  createdAt: '2026-05-01T10:00:00.000Z',
}
const secret = 'archery_0123456789'

function open(accounts: readonly ServiceAccount[], more: Record<string, [number, unknown]> = {}) {
  answers({ '/api/service-accounts': [200, { data: accounts }], ...more })
  return show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RightsContext value={{ role: 'admin', rights: {}, exports: [] }}>
        <AccountsPage tables={[{ name: 'lessons', title: 'Lessons' }]} />
      </RightsContext>
    </QueryClientProvider>,
  )
}

test('an account is listed with its rights, its last use and what keeps it from working', async () => {
  open([account])
  const item = within(await screen.findByRole('listitem'))
  for (const text of ['Booking site', 'No owner', 'Edits Lessons']) expect(item.getByText(text)).toBeTruthy()
  expect(item.getByText(/Not used yet · Does not expire · From 203.0.113.0\/24/)).toBeTruthy()
})

test('a new account is shown with a call that answers at once', async () => {
  open([], { '/api/service-accounts': [201, { id: account.id, secret }] })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Create a service account' }))
  // The name and the least right are proposed.
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toMatch(/^Script of \w+ \d+, \d{4}$/)
  const rights = within(screen.getByRole('radiogroup', { name: 'Lessons' }))
  expect(rights.getByLabelText<HTMLInputElement>('View').checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Create' }))
  const call = (await screen.findByLabelText('A first call, with the secret filled in')) as HTMLInputElement
  expect(call.value).toBe(
    `curl --fail-with-body -sS '${location.origin}/api/tables/lessons?limit=5' -H 'Authorization: Bearer ${secret}'`,
  )
  await user.click(screen.getByRole('button', { name: 'Copy the call' }))
  expect(await navigator.clipboard.readText()).toBe(call.value)
})

test('creating an account and closing it again leaves no entry in the history of the browser', async () => {
  open([])
  const before = history.length
  await userEvent.click(await screen.findByRole('button', { name: 'Create a service account' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await expect.poll(() => location.search).toBe('')
  expect(history.length).toBe(before)
})

test('a new account is named apart from those of the same day', async () => {
  const user = userEvent.setup()
  const proposed = async (names: readonly string[]) => {
    const { unmount } = open(names.map((name, at) => ({ ...account, id: `${at}`.padStart(24, '0'), name })))
    await user.click(await screen.findByRole('button', { name: 'Create a service account' }))
    const { value } = await screen.findByLabelText<HTMLInputElement>('Name')
    unmount()
    history.replaceState(null, '', '/')
    return value
  }
  const first = await proposed([])
  expect(await proposed([first])).toBe(`${first} (2)`)
  expect(await proposed([first.toUpperCase(), `${first} (2)`])).toBe(`${first} (3)`)
})

test('a second secret is shown once, beside those that can be revoked', async () => {
  open([account], { [`/api/service-accounts/${account.id}/secrets`]: [201, { n: 4, secret }] })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Edit Booking site' }))
  expect(screen.getByText(/Save it to become its owner/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Revoke secret 3' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add a secret' }))
  expect(await screen.findByDisplayValue(secret)).toBeTruthy()
})
