import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AccountPage } from '#app/account-page'
import { UserContext } from '#features/sign-in/user'
import { answers, silence } from '#testing/answers'
import { show } from '#testing/screen'

const list = '/api/sessions'
const session = (id: string, device: string, current = false) => ({
  id,
  device,
  current,
  createdAt: '2026-01-01T10:00:00Z',
  lastSeenAt: '2026-01-02T11:30:00Z',
  kept: false,
})
const mine = session('a', 'Firefox on Linux', true)
const phone = { ...session('b', 'Safari on iPhone'), kept: true }

/** Reading the list and ending all of it have one path: the first answer is the list. */
function setup(network: Parameters<typeof answers>[0] = {}) {
  const calls = answers({ [list]: [200, [mine, phone]], ...network })
  show(<AccountPage />, '/admin/sessions')
  return calls
}
const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const items = () => screen.getAllByRole('listitem')
const end = (name = 'End Safari on iPhone') => screen.findByRole('button', { name })

test('while rights are looked up the page says so', () => {
  setup({ [list]: silence })
  expect(announced()).toContain('Loading your sessions...')
})

test('each session tells browser, beginning and last use; the current one is marked', async () => {
  setup()
  await end()
  expect(items()).toHaveLength(2)
  expect(within(items()[0]!).getByText('This browser')).toBeTruthy()
  expect(within(items()[1]!).queryByText('This browser')).toBeNull()
  expect(items().map(({ textContent }) => textContent?.includes('kept signed in for the day'))).toEqual([false, true])
  const times = items()[1]!.querySelectorAll('time')
  expect([...times].map(({ dateTime }) => dateTime)).toEqual([phone.createdAt, phone.lastSeenAt])
})

test('ending one takes it off the list, says so, and the focus stays with the list', async () => {
  const calls = setup({ '/api/sessions/b': [200, { success: true, id: 'b' }] })
  await userEvent.click(await end())
  await expect.poll(() => items().length).toBe(1)
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/sessions/b' })
  expect(announced()).toContain('Ended: Safari on iPhone')
  expect(document.activeElement).toBe(screen.getByRole('list'))
})

test('a session that had already ended counts as ended', async () => {
  setup({ '/api/sessions/b': [404, { error: 'Over.', code: 'not_found' }] })
  await userEvent.click(await end())
  await expect.poll(() => items().length).toBe(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('one that could not be ended stays, with the reason', async () => {
  setup({ '/api/sessions/b': [503, { error: 'Away.', code: 'unavailable' }] })
  const button = await end()
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('Away.')
  expect(items()).toHaveLength(2)
  expect(document.activeElement).toBe(button)
})

test('while a session is being ended the other buttons are disabled', async () => {
  setup({ '/api/sessions/b': silence })
  await userEvent.click(await end())
  expect(screen.getByRole('button', { name: /^Ending\.\.\./ })).toMatchObject({ disabled: true })
  expect(screen.getByRole('button', { name: /^Log out Firefox/ })).toMatchObject({ disabled: true })
})

test('ending the current one leads to the login', async () => {
  setup({ '/api/sessions/a': [200, { success: true, id: 'a' }] })
  await userEvent.click(await end('Log out Firefox on Linux This browser'))
  await expect.poll(() => location.pathname).toBe('/login')
})

test('logging out everywhere asks first', async () => {
  const calls = setup({
    [list]: [
      [200, [mine]],
      [200, { success: true }],
    ],
  })
  await userEvent.click(await end('Log out everywhere'))
  const dialog = await screen.findByRole('alertdialog', { name: 'Log out everywhere?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)

  await userEvent.click(await end('Log out everywhere'))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out everywhere' }))
  await expect.poll(() => location.pathname).toBe('/login')
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: list })
})

test('logging out everywhere that fails says so and stays', async () => {
  setup({
    [list]: [
      [200, [mine]],
      [503, { error: 'Away.', code: 'unavailable' }],
    ],
  })
  await userEvent.click(await end('Log out everywhere'))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out everywhere' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Away.')
  expect(location.pathname).toBe('/admin/sessions')
})

test('a list that cannot be loaded says why and is tried again; an empty one says so', async () => {
  setup({
    [list]: [
      [503, { error: 'Away.', code: 'unavailable' }],
      [200, []],
    ],
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Away.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No sessions found.')
})

test('passkeys that cannot be loaded are loaded again on request', async () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  const passkey = { id: 'p', name: 'Laptop', createdAt: '2026-01-01T10:00:00Z', lastUsedAt: null, synced: false }
  setup({ '/api/passkeys': ['offline', [200, [passkey]]] })
  expect(announced()).toContain('Loading your passkeys...')
  const section = within(screen.getByRole('region', { name: 'Your passkeys' }))
  await userEvent.click(await section.findByRole('button', { name: 'Try again' }))
  await within(await section.findByRole('list', { name: 'Passkeys' })).findByText('Laptop')
  expect(section.queryByRole('alert')).toBeNull()
})

test('staff see the calendar addresses of all tables and can revoke them, and the version that runs', async () => {
  const feed = { id: 'f1', table: 'lessons', mine: false, createdAt: '2026-01-01T10:00:00Z', lastReadAt: null }
  const me = { id: 'u1', email: 'ada@example.com', role: 'staff', rights: { lessons: 'view' }, exports: [] } as never
  const calls = answers({
    [list]: [200, [mine]],
    '/api/calendar/feeds': [
      [200, [feed]],
      [200, []],
    ],
    '/api/calendar/feeds/f1': [200, { success: true, id: 'f1' }],
    '/api/admin/about': [200, { version: 'v1.4.0' }],
  })
  show(
    <UserContext value={me}>
      <AccountPage />
    </UserContext>,
    '/admin/sessions',
  )
  await screen.findByText('Archery school, version v1.4.0')
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Lessons' }))
  await expect.poll(announced).toContain('Revoked: Lessons')
  expect(calls).toContainEqual(expect.objectContaining({ method: 'DELETE', path: '/api/calendar/feeds/f1' }))
  expect(screen.queryByRole('list', { name: 'Calendar addresses' })).toBeNull()
})

test('admins see the programs that they set up, and delete them after a confirmation', async () => {
  const createdAt = '2026-01-01T10:00:00Z'
  const owner = { id: 'u1', email: 'ada@example.com' }
  const access = { rights: {}, exports: [], networks: [], expiresAt: null, secrets: [], state: 'active' }
  const account = { id: 'a1', name: 'Booking site', ...access, owner, createdAt }
  const foreign = { ...account, id: 'a2', name: 'Of a colleague', owner: { ...owner, id: 'u2' } }
  const sends = { types: [], tables: [], state: 'active', reason: null, failingSince: null, formerSecretUntil: null }
  const webhook = { id: 'w1', url: 'https://hooks.example/in', ...sends, owner, createdAt }
  const means = { externalId: null, formerId: null, mapping: {}, match: null, words: {}, constants: {}, signed: false }
  const state = { state: 'active', lastDeliveryAt: null, waiting: 0, calendar: null }
  const hook = {
    id: 'h1',
    name: 'Calendly',
    source: 'calendly',
    table: 'lessons',
    ...means,
    ...state,
    owner,
    createdAt,
  }
  const me = { ...owner, role: 'admin', rights: {}, exports: [] } as never
  const calls = answers({
    [list]: [200, [mine]],
    '/api/calendar/feeds': [200, []],
    '/api/admin/about': [200, { version: 'v1.4.0' }],
    '/api/service-accounts': [200, { data: [account, foreign] }],
    '/api/webhooks': [
      [200, { data: [webhook] }],
      [200, { data: [] }],
    ],
    '/api/webhooks/w1': [200, { success: true, id: 'w1' }],
    '/api/incoming-hooks': [200, { data: [hook] }],
  })
  show(
    <UserContext value={me}>
      <AccountPage />
    </UserContext>,
    '/admin/sessions',
  )
  const remove = await screen.findByRole('button', { name: 'Delete https://hooks.example/in' })
  await screen.findByText('Bookings from Calendly, created Jan 1, 2026')
  expect(screen.getByText('Booking site')).toBeTruthy()
  expect(screen.queryByText('Of a colleague')).toBeNull()
  await userEvent.click(remove)
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete https://hooks.example/in?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await expect.poll(announced).toContain('Deleted: https://hooks.example/in')
  await expect.poll(() => screen.queryByText('https://hooks.example/in')).toBeNull()
  expect(calls).toContainEqual(expect.objectContaining({ method: 'DELETE', path: '/api/webhooks/w1' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Programs you set up' }))
})
