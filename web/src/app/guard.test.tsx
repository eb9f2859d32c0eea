// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answers, silence } from '../testing/answers'
import { admin, show } from '../testing/screen'
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
])('nobody signed in: %s leads to %s', async (from, to) => {
  answers({ [me]: [401, { error: 'Please sign in.', code: 'not_signed_in' }] })
  show(content, from)
  await expect.poll(address).toBe(to)
})

test('an admin gets through', async () => {
  answers({ [me]: [200, admin], [status]: [200, { isAdmin: true }] })
  show(content, '/admin')
  await screen.findByText('the dashboard')
})

test('anyone else is told that the area is for admins', async () => {
  answers({ [me]: [200, admin], [status]: [200, { isAdmin: false }] })
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
        [200, { isAdmin: true }],
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
      [status]: [200, { isAdmin: true }],
    },
  ],
])('case 54: %s fails: not an admin, but it can be tried again', async (_what, network) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  answers(network as unknown as Parameters<typeof answers>[0])
  show(content, '/admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await screen.findByText('the dashboard')
  expect(address()).toBe('/admin')
})
