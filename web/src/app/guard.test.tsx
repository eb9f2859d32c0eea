import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { answers, silence } from '#testing/answers'
import { admin, adminStatus, show } from '#testing/screen'
import { Guard } from './guard'

const me = '/api/users/me'
const status = '/api/admin/status'
const content = <Guard>the dashboard</Guard>
const address = () => location.pathname + location.search

test('nothing is shown while the permissions are checked', () => {
  answers({ [me]: silence })
  show(content, '/admin')
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(screen.getByText('Checking permissions...')).toBeTruthy()
  expect(screen.queryByText('the dashboard')).toBeNull()
})

test.each([
  ['/admin', '/login?returnUrl=%2Fadmin'],
  ['/admin?table=students&page=2', '/login?returnUrl=%2Fadmin%3Ftable%3Dstudents%26page%3D2'],
])('signed out: %s leads to %s', async (from, to) => {
  answers({ [me]: [401, { error: 'Please sign in.', code: 'not_signed_in' }] })
  show(content, from)
  await expect.poll(address).toBe(to)
})

test('whose account was removed is told so, also when the page is loaded again, and nothing of it stays', async () => {
  answers({ [me]: [401, { error: 'Your account was removed.', code: 'not_signed_in', account: 'removed' }] })
  const first = show(content, '/admin')
  await screen.findByRole('heading', { name: 'Your account was removed' })
  first.unmount()
  show(content, '/admin?table=students')
  await screen.findByText(/^You have no account here any more. Ask an admin/)
  expect(screen.getByText('Sign in with another account').getAttribute('href')).toBe('/login')
  expect(screen.queryByText('the dashboard')).toBeNull()
})

test('an admin gets through', async () => {
  answers({ [me]: [200, admin], [status]: [200, adminStatus(true)] })
  show(content, '/admin')
  await screen.findByText('the dashboard')
})

test('anyone else is told that the area is for admins', async () => {
  answers({ [me]: [200, admin], [status]: [200, adminStatus(false)] })
  show(content, '/admin')
  await screen.findByText('Access Denied')
  const text =
    'You are not authorized to access the administration panel. This area is restricted to administrators only.'
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('Logged in as: coach@example.com')).toBeTruthy()
  expect(screen.getByText('Return to Website').getAttribute('href')).toBe('/')
  expect(screen.queryByText('the dashboard')).toBeNull()
})

test.each([
  [
    'the status call',
    {
      [me]: [200, admin],
      [status]: [
        [500, { error: 'Our fault.' }],
        [200, adminStatus(true)],
      ],
    },
  ],
  [
    'the user call',
    {
      [me]: [
        [503, { error: 'Away.' }],
        [200, admin],
      ],
      [status]: [200, adminStatus(true)],
    },
  ],
])('%s fails: not an admin, but it can be tried again', async (_what, network) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  answers(network as unknown as Parameters<typeof answers>[0])
  show(content, '/admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await screen.findByText('the dashboard')
  expect(address()).toBe('/admin')
})

test('a page for everyone who is signed in asks for no more than that', async () => {
  const calls = answers({ [me]: [200, { ...admin, role: 'user' }] })
  show(<Guard need="user">my own page</Guard>, '/admin/sessions')
  await screen.findByText('my own page')
  expect(calls.map(({ path }) => path)).toEqual([me])
})

const request = '/api/admin/access-request'
async function denied(more: Parameters<typeof answers>[0]) {
  const calls = answers({ [me]: [200, admin], [status]: [200, adminStatus(false)], ...more })
  show(content, '/admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Request access' }))
  return calls
}

test('who is denied can ask the admins, and is told that it was sent', async () => {
  const calls = await denied({ [request]: [200, { success: true }] })
  const told = await screen.findByRole('status')
  expect(told.textContent).toContain('Your request has been sent to the admins.')
  expect(document.activeElement).toBe(told)
  expect(calls.at(-1)).toMatchObject({ method: 'POST', path: request })
  expect(screen.queryByRole('button', { name: /Request/ })).toBeNull()
})

test('while it is asked the button says so', async () => {
  await denied({ [request]: silence })
  expect(screen.getByRole('button', { name: 'Sending...' })).toMatchObject({ disabled: true })
})

test('a request that could not be sent can be sent again', async () => {
  await denied({
    [request]: [
      [503, { error: 'It could not be sent.', code: 'unavailable' }],
      [200, { success: true }],
    ],
  })
  expect((await screen.findByRole('alert')).textContent).toBe('It could not be sent.')
  await userEvent.click(screen.getByRole('button', { name: 'Request access' }))
  await screen.findByText(/has been sent/)
})

test('who has become an admin meanwhile gets in', async () => {
  await denied({
    [request]: [409, { error: 'You are an administrator already.', code: 'conflict' }],
    [status]: [
      [200, adminStatus(false)],
      [200, adminStatus(true)],
    ],
  })
  await screen.findByText('the dashboard')
})

test('who is denied can leave', async () => {
  answers({ [me]: [200, admin], [status]: [200, adminStatus(false)], '/api/logout': [200, { success: true }] })
  show(<Route path="/admin">{content}</Route>, '/admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  await expect.poll(address).toBe('/login')
})

test('the session is read again when a page that was signed out is shown again', async () => {
  answers({
    [me]: [
      [401, { error: 'Please sign in.', code: 'not_signed_in' }],
      [200, admin],
    ],
    [status]: [200, adminStatus(true)],
  })
  show(
    <>
      <Route path="/admin">{content}</Route>
      <Route path="/login">the login</Route>
    </>,
    '/admin',
  )
  await screen.findByText('the login')
  act(() => navigate('/admin'))
  await screen.findByText('the dashboard')
})
