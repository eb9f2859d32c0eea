import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answers, silence } from '#testing/answers'
import { admin, show } from '#testing/screen'
import { LoginPage } from './login-page'

const redirectUrl = 'https://provider.example/authorize?client_id=x&state=expected'
const network = {
  '/api/oauth/providers': [200, { google: true }],
  '/api/oauth/google/redirect_url': [200, { redirectUrl }],
  '/api/sessions': [200, { success: true, user: admin }],
  '/api/users/me': [200, admin],
} as Parameters<typeof answers>[0]

let warn: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockReturnValue()
  sessionStorage.clear()
})

function openWindow() {
  const kept = new Map<string, string>()
  const popup = {
    closed: false,
    close: vi.fn(() => {
      popup.closed = true
    }),
    location: { replace: vi.fn() },
    sessionStorage: { setItem: (key: string, value: string) => kept.set(key, value) },
  }
  return { popup, kept }
}

async function setup(more: Parameters<typeof answers>[0] = {}, blocked = false) {
  const calls = answers({ ...network, ...more })
  const { popup, kept } = openWindow()
  const open = vi.spyOn(window, 'open').mockReturnValue(blocked ? null : (popup as never))
  show(<LoginPage />, '/login?returnUrl=%2Fadmin%3Ftable%3Dstudents')
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Continue with Google' })
  const post = (message: unknown) =>
    window.dispatchEvent(
      new MessageEvent('message', { origin: location.origin, source: popup, data: message } as never),
    )
  return { calls, popup, kept, open, button, post }
}
const busy = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Signing in...' })
const alert = async () => (await screen.findByRole('alert')).textContent
const sent = (state = 'expected') => ({ type: 'oauth_callback', code: 'c0de', state })

test('Google is offered before the code where the server says so', async () => {
  const { button } = await setup()
  const divider = screen.getByText('Or use email')
  const field = screen.getByLabelText('Email Address')
  expect(button.compareDocumentPosition(divider) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(divider.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(document.activeElement).toBe(field)
})

test.each([
  ['it is not configured', [200, { google: false }]],
  ['the service is unavailable', [503, { error: 'Away.' }]],
])('Google is not offered when %s', async (_what, answer) => {
  answers({ '/api/oauth/providers': answer as [number, unknown] })
  show(<LoginPage />, '/login')
  await expect.poll(() => screen.queryByText('Or use email')).toBeNull()
  expect(screen.queryByRole('button', { name: /Google/ })).toBeNull()
})

test('the popup opens in the click itself, before anything is asked', async () => {
  const { open, button, calls, popup } = await setup({ '/api/oauth/google/redirect_url': silence })
  button.click()
  expect(open).toHaveBeenCalledTimes(1)
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeTruthy()
  expect(busy().disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send Login Code' }).disabled).toBe(true)
  expect(calls.at(-1)?.path).toBe(`/api/oauth/google/redirect_url?originUrl=${encodeURIComponent(location.origin)}`)
  expect(popup.location.replace).not.toHaveBeenCalled()
})

test('the code that comes back is traded for a session, which leads to the return address', async () => {
  const { calls, button, popup, post, kept } = await setup()
  await userEvent.click(button)
  await expect.poll(() => popup.location.replace.mock.calls).toEqual([[redirectUrl]])
  expect([...kept.values()]).toEqual([
    JSON.stringify({ state: 'expected', returnUrl: '/admin?table=students', sameTab: false, keep: false }),
  ])
  post(sent('foreign'))
  post(sent())
  await expect.poll(() => location.pathname + location.search).toBe('/admin?table=students')
  expect(calls.slice(-2)).toMatchObject([
    { method: 'POST', path: '/api/sessions', body: { code: 'c0de', state: 'expected', keep: false } },
    { path: '/api/users/me' },
  ])
  expect(popup.close).toHaveBeenCalled()
})

test('the words of the provider are shown as they are, and the popup closes', async () => {
  const { button, popup, post } = await setup()
  await userEvent.click(button)
  await expect.poll(() => popup.location.replace.mock.calls.length).toBe(1)
  post({ type: 'oauth_callback', error: '<b>You</b> said no.', state: 'expected' })
  expect(await alert()).toBe('<b>You</b> said no.')
  expect(popup.close).toHaveBeenCalled()
  expect(button.disabled).toBe(false)
})

test('a closed popup is a canceled login, and so is giving up here', async () => {
  const { button, popup } = await setup()
  await userEvent.click(button)
  await expect.poll(() => popup.location.replace.mock.calls.length).toBe(1)
  expect(screen.getByRole('status').textContent).toContain('Finish signing in in the new window.')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await alert()).toBe('User cancelled the login process.')
  expect(popup.closed).toBe(true)
  expect(document.activeElement?.textContent).toContain('Continue with Google')
})

test('canceling before the provider is found closes the popup at once', async () => {
  const { button, popup } = await setup()
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  await userEvent.click(button)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await alert()).toBe('User cancelled the login process.')
  expect(popup.closed).toBe(true)
  expect(popup.location.replace).not.toHaveBeenCalled()
})

test('where popups are blocked this tab can be used', async () => {
  const { button, calls } = await setup({ '/api/oauth/google/redirect_url': silence }, true)
  await userEvent.click(button)
  expect(await alert()).toContain('Failed to open popup window.')
  const sameTab = screen.getByRole('button', { name: 'Continue with Google in this tab' })
  expect(document.activeElement).toBe(sameTab)
  await userEvent.click(sameTab)
  expect(calls.at(-1)?.path).toContain('/api/oauth/google/redirect_url')
  expect(busy().disabled).toBe(true)
  // There is no window to finish in, and nothing to cancel.
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})

test('a page that the back button restores from the provider can sign in again', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  const { button } = await setup({}, true)
  await userEvent.click(button)
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google in this tab' }))
  await expect.poll(() => assign.mock.calls).toEqual([[redirectUrl]])
  expect(busy().disabled).toBe(true)
  window.dispatchEvent(new Event('pageshow'))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Continue with Google' })).disabled).toBe(false)
})

test.each([
  [
    { '/api/oauth/google/redirect_url': [503, { error: 'Away.', code: 'unavailable' }] },
    'Failed to get login redirect URL: API responded with HTTP status 503',
  ],
  [{ '/api/oauth/google/redirect_url': 'offline' }, 'Network error. Please try again.'],
  [
    { '/api/oauth/google/redirect_url': [200, { redirectUrl: 'javascript:alert(1)' }] },
    'Google login failed. Please try again.',
  ],
])('without an address of the provider the popup closes and the page says why: %j', async (more, text) => {
  const { button, popup } = await setup(more as never)
  await userEvent.click(button)
  expect(await alert()).toBe(text)
  expect(popup.close).toHaveBeenCalled()
  expect(popup.location.replace).not.toHaveBeenCalled()
})

test.each([
  [[500, { error: 'Our fault.' }], 'Google login failed. Please try again.'],
  [[400, { error: 'This sign-in has expired.', code: 'invalid_request' }], 'This sign-in has expired.'],
  [[403, { error: 'Not verified.', code: 'forbidden' }], 'Not verified.'],
  [[409, { error: 'Taken.', code: 'conflict' }], 'Taken.'],
])('a code that is not taken (%j) is logged and told', async (answer, text) => {
  const { button, popup, post } = await setup({ '/api/sessions': answer as never })
  await userEvent.click(button)
  await expect.poll(() => popup.location.replace.mock.calls.length).toBe(1)
  post(sent())
  expect(await alert()).toBe(text)
  expect(warn).toHaveBeenCalledWith(
    `Failed to exchange code for session token: API responded with HTTP status ${answer[0]}`,
    expect.anything(),
  )
})
