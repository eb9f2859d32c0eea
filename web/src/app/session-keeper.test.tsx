import { exportRecords } from '@app/contracts/records'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { request } from '#lib/api'
import { useIsOffline } from '#lib/connection'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { useMayEdit } from '#lib/rights'
import { answers } from '#testing/answers'
import { admin, adminStatus, show } from '#testing/screen'
import { Popover } from '#ui/popover'
import { Guard } from './guard'

const signedOut: [number, unknown] = [401, { error: 'Please sign in.', code: 'not_signed_in' }]
const saved: [number, unknown] = [200, { id: 'a' }]
const network = {
  '/api/users/me': [200, admin],
  '/api/admin/status': [200, adminStatus(true)],
  '/api/oauth/providers': [200, { google: false }],
  '/api/send-otp': [200, { success: true, resendIn: 60 }],
  '/api/verify-otp': [200, { success: true, user: admin }],
  '/api/save': [signedOut, saved],
} as Parameters<typeof answers>[0]

/** A form like those of the dashboard: it awaits its save and does not handle sessions. */
function Form() {
  const [result, setResult] = useState('')
  const save = () =>
    request(v.object({ id: v.string() }), '/api/save', { method: 'PUT', body: '{"title":"x"}' }).then(
      ({ id }) => setResult(`saved ${id}`),
      (error) => setResult(error.message),
    )
  return (
    <>
      <label>
        Title <input />
      </label>
      <button type="button" onClick={save}>
        Save
      </button>
      <p data-testid="result">{result}</p>
      <p data-testid="right">{useMayEdit('lessons') ? 'may edit' : 'may view'}</p>
    </>
  )
}

async function setup(more: Parameters<typeof answers>[0] = {}) {
  const calls = answers({ ...network, ...more })
  show(
    <Guard>
      <Form />
    </Guard>,
    '/admin',
  )
  await userEvent.type(await screen.findByLabelText('Title'), 'Spring course')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const saves = () => calls.filter(({ path }) => path === '/api/save')
  return { calls, saves }
}
const title = () => screen.getByLabelText<HTMLInputElement>('Title').value
const result = () => screen.getByTestId('result').textContent
const dialog = () => screen.findByRole('dialog', { name: 'Please sign in again' })

async function signIn() {
  await dialog()
  await userEvent.click(screen.getByRole('button', { name: 'Send Login Code' }))
  await userEvent.type(await screen.findByLabelText(/Enter the code/), '123456{Enter}')
}

test('the sign-in opens over the form, what was typed stays, and the save is made once more', async () => {
  const { saves } = await setup()
  await dialog()
  expect(screen.getByLabelText<HTMLInputElement>('Email Address').value).toBe('coach@example.com')
  expect(title()).toBe('Spring course')
  expect(result()).toBe('')
  await signIn()
  await expect.poll(result).toBe('saved a')
  expect(saves()).toHaveLength(2)
  expect(saves()[1]).toMatchObject({ method: 'PUT', body: { title: 'x' } })
  expect(title()).toBe('Spring course')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a save that is refused once more is not made a third time', async () => {
  const { saves } = await setup({ '/api/save': signedOut })
  await signIn()
  await expect.poll(result).toBe('Please sign in.')
  expect(saves()).toHaveLength(2)
})

test('not now: the save fails with its reason, the form stays, and saving again asks again', async () => {
  const { saves } = await setup()
  await dialog()
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  await expect.poll(result).toBe('Please sign in.')
  expect(title()).toBe('Spring course')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(saves()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(result).toBe('saved a')
})

test('whose account was removed is told so, and whom to ask; no sign-in is offered for it', async () => {
  const removed = { error: 'Your account was removed.', code: 'not_signed_in', account: 'removed' }
  await setup({ '/api/save': [401, removed] })
  const told = await screen.findByRole('dialog', { name: 'Your account was removed' })
  expect(told.textContent).toContain('coach@example.com has no account here any more. Ask an admin of the school')
  expect(screen.queryByLabelText('Email Address')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await expect.poll(result).toBe('Your account was removed.')
  expect(title()).toBe('Spring course')
})

test('two calls that find the session ended ask once, and both are repeated', async () => {
  const { saves } = await setup({ '/api/save': [signedOut, signedOut, saved] })
  await userEvent.click(screen.getByText('Save'))
  expect(await screen.findAllByRole('dialog')).toHaveLength(1)
  await signIn()
  await expect.poll(() => saves().length).toBe(4)
  await expect.poll(result).toBe('saved a')
})

test('a sign-in in another tab is enough', async () => {
  const { saves } = await setup()
  await dialog()
  const other = new BroadcastChannel('session')
  other.postMessage('signed_in')
  await expect.poll(result).toBe('saved a')
  expect(saves()).toHaveLength(2)
  other.close()
})

test('an error of the sign-in leaves the page alone', async () => {
  await setup({ '/api/verify-otp': [400, { error: 'Invalid or expired code', code: 'invalid_request' }] })
  await signIn()
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid or expired code')
  expect(title()).toBe('Spring course')
  expect(result()).toBe('')
})

const tooOld: [number, unknown] = [403, { error: 'Please confirm.', code: 'recent_sign_in_required' }]
const recentSignIn = '/api/users/me/recent-sign-in'

/** What a dialog asks before a call that needs a recent sign-in. */
function Options({ table }: { table: string }) {
  useRecentSignIn('This export', exportRecords, table)
  return (
    <label>
      <input type="radio" /> Excel workbook
    </label>
  )
}

function openOptions(answer: Parameters<typeof answers>[0][string], table = 'students') {
  const calls = answers({ ...network, [recentSignIn]: answer })
  show(
    <Guard>
      <Popover label="Export options" trigger="Options">
        {() => <Options table={table} />}
      </Popover>
    </Guard>,
    '/admin',
  )
  const asked = () => calls.filter(({ path }) => path === recentSignIn).length
  return { asked, open: async () => userEvent.click(await screen.findByRole('button', { name: 'Options' })) }
}

test('what needs a recent sign-in asks for one when it opens, names itself, and stays open below', async () => {
  const { asked, open } = openOptions([tooOld, [200, { success: true }]])
  await open()
  const confirmation = await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  expect(confirmation.textContent).toContain('This export needs a sign-in within the last 15 minutes.')
  await userEvent.click(screen.getByRole('button', { name: 'Send Login Code' }))
  await userEvent.type(await screen.findByLabelText(/Enter the code/), '123456{Enter}')
  await expect.poll(asked).toBe(2)
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull()
  expect(screen.getByLabelText('Excel workbook')).toBeTruthy()
})

test('it asks nothing where the policy of the call needs no recent sign-in', async () => {
  const { asked, open } = openOptions(tooOld, 'lessons')
  await open()
  expect(await screen.findByLabelText('Excel workbook')).toBeTruthy()
  expect(asked()).toBe(0)
})

test('it asks nothing where the sign-in is recent, and again at the call where the user would not', async () => {
  const { asked, open } = openOptions([[200, { success: true }], tooOld])
  await open()
  await expect.poll(asked).toBe(1)
  expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull()
  await open()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(screen.getByLabelText('Excel workbook')).toBeTruthy()
})

test('another person gets a fresh page, and nothing is saved in their name', async () => {
  const replace = vi.spyOn(location, 'replace').mockReturnValue()
  const other = { ...admin, id: '65f000000000000000000002', email: 'other@example.com' }
  const { saves } = await setup({
    '/api/users/me': [
      [200, admin],
      [200, other],
    ],
  })
  await signIn()
  await expect.poll(() => replace.mock.calls).toEqual([['/admin']])
  expect(saves()).toHaveLength(1)
  expect(result()).toBe('')
})

const forbidden: [number, unknown] = [403, { error: 'You may view this table only.', code: 'forbidden' }]

test('who may no longer enter the dashboard sees the denied screen', async () => {
  await setup({
    '/api/save': forbidden,
    '/api/admin/status': [
      [200, adminStatus(true)],
      [200, adminStatus(false)],
    ],
  })
  await screen.findByText('Access Denied')
})

const staffStatus = (tables: object) => ({ isAdmin: false, role: 'staff', tables, exports: [] })

test('a call that is refused says so in place: the dashboard stays, and offers what the rights are now', async () => {
  const { calls } = await setup({
    '/api/save': forbidden,
    '/api/users/me': [200, { ...admin, role: 'staff', rights: { lessons: 'edit' } }],
    '/api/admin/status': [
      [200, staffStatus({ lessons: 'edit' })],
      [200, staffStatus({ lessons: 'view' })],
    ],
  })
  await expect.poll(result).toBe('You may view this table only.')
  await expect.poll(() => screen.getByTestId('right').textContent).toBe('may view')
  expect(title()).toBe('Spring course')
  expect(screen.queryByText('Access Denied')).toBeNull()
  expect(calls.filter(({ path }) => path === '/api/admin/status')).toHaveLength(2)
})

test('a refused call leaves the page alone while the rights cannot be read', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { calls } = await setup({
    '/api/save': forbidden,
    '/api/admin/status': [
      [200, adminStatus(true)],
      [503, { error: 'Away.' }],
    ],
  })
  await expect.poll(() => calls.filter(({ path }) => path === '/api/admin/status')).toHaveLength(2)
  await expect.poll(result).toBe('You may view this table only.')
  expect(title()).toBe('Spring course')
})

test('a logout in another tab leads this one to the login', async () => {
  answers({ ...network, '/api/users/me': [[200, admin], signedOut] })
  show(<Guard>the dashboard</Guard>, '/admin?table=students')
  await screen.findByText('the dashboard')
  const other = new BroadcastChannel('session')
  other.postMessage('signed_out')
  await expect.poll(() => location.pathname + location.search).toBe('/login?returnUrl=%2Fadmin%3Ftable%3Dstudents')
  expect(screen.queryByText('the dashboard')).toBeNull()
  other.close()
})

/** A page that loads once, and what it says of the connection. */
function Page() {
  const { data, error } = useQuery({
    queryKey: ['page'],
    queryFn: () => request(v.object({ id: v.string() }), '/api/page'),
  })
  return <p>{`${useIsOffline() ? 'Offline' : 'Online'}, ${data?.id ?? error?.message ?? 'loading'}`}</p>
}

test.each(['the next time it is asked', 'the network'])(
  'a page without a call of its own learns by %s that the connection is back, and loads',
  async (by) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: by === 'the network' ? 20 : 2_000 })
    answers({ ...network, '/api/page': ['offline', [200, { id: 'loaded' }]] })
    show(
      <Guard>
        <Page />
      </Guard>,
      '/admin',
    )
    await screen.findByText('Offline, Network error. Please try again.')
    if (by === 'the network') dispatchEvent(new Event('online'))
    await screen.findByText('Online, loaded')
    vi.useRealTimers()
  },
)
