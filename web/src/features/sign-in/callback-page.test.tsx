import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, silence } from '#testing/answers'
import { admin, show } from '#testing/screen'
import { CallbackPage } from './callback-page'
import { keepPendingLogin, openCallbackChannel } from './google.atoms'

const signedIn: [number, unknown] = [200, { success: true, user: admin }]
const message = { type: 'oauth_callback', code: 'c0de', state: 's' }
const alert = async () => (await screen.findByRole('alert')).textContent

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(console, 'warn').mockReturnValue()
})
const openedBy = (opener: unknown) => Object.defineProperty(window, 'opener', { value: opener, configurable: true })
afterEach(() => {
  openedBy(null)
})

function setup(address: string, network: Parameters<typeof answers>[0] = {}) {
  const calls = answers({ '/api/sessions': signedIn, ...network })
  const leave = vi.fn()
  const close = vi.fn()
  show(<CallbackPage leave={leave} close={close} />, address)
  return { calls, leave, close }
}

test('it shows progress, and code and state leave the address at once', () => {
  setup('/auth/callback?code=c0de&state=s')
  expect(screen.getByText('Completing Login')).toBeTruthy()
  expect(screen.getByText('Please wait while we sign you in...')).toBeTruthy()
  expect(location.pathname + location.search).toBe('/auth/callback')
})

test.each([
  ['/auth/callback', 'No OAuth code or error found in URL parameters'],
  ['/auth/callback?state=s', 'No OAuth code or error found in URL parameters'],
  ['/auth/callback?code=', 'No OAuth code or error found in URL parameters'],
  ['/auth/callback?error=access_denied', 'OAuth authorization failed'],
  ['/auth/callback?error=access_denied&error_description=%20', 'OAuth authorization failed'],
  ['/auth/callback?error=access_denied&error_description=%3Cb%3ENo%3C%2Fb%3E', '<b>No</b>'],
  ['/auth/callback?error=x&code=c0de&error_description=No.', 'No.'],
  ['/auth/callback?code=c0de&state=s', 'This sign-in has expired or was used already. Please try again.'],
])('opened directly, %s says "%s" and leads to the login', async (address, text) => {
  const { calls } = setup(address)
  expect(await alert()).toBe(text)
  expect(screen.getByRole('heading').textContent).toBe('Login failed')
  await expect.poll(() => document.title).toBe('Login failed')
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login')
  expect(calls).toEqual([])
})

test('the opener is told at exactly our own origin; nothing is traded here once it has answered', async () => {
  const opener = { postMessage: vi.fn() }
  openedBy(opener)
  const waiting = openCallbackChannel()
  waiting.addEventListener('message', ({ data }) => {
    expect(data).toEqual(message)
    waiting.postMessage({ type: 'oauth_received', state: 'of another login' })
    waiting.postMessage({ type: 'oauth_received', state: 's' })
  })
  keepPendingLogin({ state: 's', returnUrl: '/admin', sameTab: false })
  const { calls, close } = setup('/auth/callback?code=c0de&state=s')
  await screen.findByText('You can close this window.')
  expect(opener.postMessage.mock.calls).toEqual([[message, location.origin]])
  expect(close).toHaveBeenCalledTimes(1)
  expect(calls).toEqual([])
  waiting.close()
})

test('a popup without an opener that is no longer awaited finishes the login itself', async () => {
  keepPendingLogin({ state: 's', returnUrl: '/admin', sameTab: false })
  const received = vi.fn()
  const other = new BroadcastChannel('session')
  other.addEventListener('message', ({ data }) => received(data))
  const { leave, calls } = setup('/auth/callback?code=c0de&state=s')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(calls).toEqual([])
  await expect.poll(() => leave.mock.calls).toEqual([['/admin']])
  expect(received.mock.calls).toEqual([['signed_in']])
  other.close()
})

test.each([
  ['/admin?table=students', '/admin?table=students'],
  ['//evil.example', '/admin'],
])('in the tab that left for the provider the login is finished here and leads to %s', async (kept, target) => {
  keepPendingLogin({ state: 's', returnUrl: kept, sameTab: true, keep: true })
  const { calls, leave } = setup('/auth/callback?code=c0de&state=s')
  await expect.poll(() => leave.mock.calls).toEqual([[target]])
  expect(calls).toMatchObject([
    { method: 'POST', path: '/api/sessions', body: { code: 'c0de', state: 's', keep: true } },
  ])
  expect(sessionStorage).toHaveLength(0)
})

test("a stranger's code does not use up a login that is under way", async () => {
  keepPendingLogin({ state: 'mine', returnUrl: '/admin', sameTab: true })
  const { calls, leave } = setup('/auth/callback?code=foreign&state=theirs')
  expect(await alert()).toContain('expired')
  expect(calls).toEqual([])
  expect(leave).not.toHaveBeenCalled()
})

test('a refusal shows the text of the server, another error a text of ours', async () => {
  keepPendingLogin({ state: 's', returnUrl: '/admin', sameTab: true })
  setup('/auth/callback?code=c0de&state=s', { '/api/sessions': [400, { error: 'Expired.', code: 'invalid_request' }] })
  expect(await alert()).toBe('Expired.')
})

test('a page that waits for the server keeps saying so', async () => {
  keepPendingLogin({ state: 's', returnUrl: '/admin', sameTab: true })
  const { calls } = setup('/auth/callback?code=c0de&state=s', { '/api/sessions': silence })
  await expect.poll(() => calls.length).toBe(1)
  expect(screen.getByText('Please wait while we sign you in...')).toBeTruthy()
})
