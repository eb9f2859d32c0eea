import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answers, silence } from '#testing/answers'
import { admin, show } from '#testing/screen'
import { Toasts } from '#ui/toast'
import { LoginPage } from './login-page'

const sent: [number, unknown] = [200, { success: true, resendIn: 60 }]
const providers = '/api/oauth/providers'
const noGoogle = { [providers]: [200, { google: false }] as [number, unknown] }
const asked = (calls: { path: string }[]) =>
  calls.map(({ path }) => path).filter((path) => path !== providers && path !== '/api/site')
const email = () => screen.getByLabelText<HTMLInputElement>('Email Address')
const code = () => screen.getByLabelText<HTMLInputElement>('Enter the code sent to coach@example.com')
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: /Send/ })
const verify = () => screen.getByRole<HTMLButtonElement>('button', { name: /Verify/ })

async function toCodeStep(more: Parameters<typeof answers>[0] = {}, address = '/login') {
  const calls = answers({ ...noGoogle, '/api/send-otp': sent, ...more })
  show(<LoginPage />, address)
  await userEvent.type(email(), 'coach@example.com')
  await userEvent.click(send())
  await screen.findByLabelText(/Enter the code/)
  return calls
}

test('step 1 asks for an address, focused, and sends nothing while it is empty', () => {
  answers(noGoogle)
  show(<LoginPage />, '/login')
  expect(screen.getByRole('heading', { name: 'Admin Login' })).toBeTruthy()
  expect(email()).toMatchObject({ type: 'email', required: true, placeholder: 'Enter your email' })
  expect(document.activeElement).toBe(email())
  expect(send()).toMatchObject({ disabled: true, textContent: 'Send Login Code' })
  expect(screen.getByText('Back to website').getAttribute('href')).toBe('/')
})

test('while the code is asked for the button says so', async () => {
  answers({ ...noGoogle, '/api/send-otp': silence })
  show(<LoginPage />, '/login')
  await userEvent.type(email(), 'coach@example.com')
  await userEvent.click(send())
  expect(send()).toMatchObject({ disabled: true, textContent: 'Sending...' })
})

test('step 2 asks for the code, focused, and checks nothing while it is empty', async () => {
  const calls = await toCodeStep()
  expect(calls.find(({ path }) => path === '/api/send-otp')?.body).toEqual({ email: 'coach@example.com' })
  expect(code()).toMatchObject({ id: 'otp', type: 'text', required: true, maxLength: 6, placeholder: '000000' })
  expect(code().inputMode).toBe('numeric')
  expect(code().autocomplete).toBe('one-time-code')
  expect(document.activeElement).toBe(code())
  expect(verify()).toMatchObject({ disabled: true, textContent: 'Verify & Login' })
})

test('a pasted code loses its spaces and keeps its zeros', async () => {
  const calls = await toCodeStep({ '/api/verify-otp': silence })
  fireEvent.paste(code(), { clipboardData: { getData: () => ' 000 042 ' } })
  expect(code().value).toBe('000042')
  await userEvent.click(verify())
  expect(verify()).toMatchObject({ disabled: true, textContent: 'Verifying...' })
  expect(calls.at(-1)?.body).toEqual({ email: 'coach@example.com', otp: '000042', keep: false })
})

test('a wrong code shows the text of the server and the field is focused again', async () => {
  await toCodeStep({ '/api/verify-otp': [400, { error: 'Invalid or expired code', code: 'invalid_request' }] })
  await userEvent.type(code(), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid or expired code')
  expect(document.activeElement).toBe(code())
  expect(code().value).toBe('123456')
})

test.each([
  ['/api/send-otp', 'Failed to send OTP. Please check your email and try again.'],
  ['/api/verify-otp', 'Invalid OTP. Please check and try again.'],
])('without a text of the server %s has one of its own', async (path, text) => {
  answers({ ...noGoogle, '/api/send-otp': sent, [path]: [502, '<html>'] })
  show(<LoginPage />, '/login')
  await userEvent.type(email(), 'coach@example.com{Enter}')
  if (path.includes('verify')) await userEvent.type(await screen.findByLabelText(/Enter the code/), '1{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

test('a different email clears address, code and error', async () => {
  await toCodeStep({ '/api/verify-otp': [400, { error: 'Invalid or expired code' }] })
  await userEvent.type(code(), '1{Enter}')
  await screen.findByRole('alert')
  await userEvent.click(screen.getByText('Use a different email'))
  expect(email().value).toBe('')
  expect(document.activeElement).toBe(email())
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['/login', '/admin'],
  ['/login?returnUrl=%2Fadmin%3Ftable%3Dstudents', '/admin?table=students'],
  ['/login?returnUrl=%2F%2Fevil.example', '/admin'],
])('after the code was taken, %s leads to %s', async (address, target) => {
  const verified = { success: true, user: admin }
  const calls = await toCodeStep({ '/api/verify-otp': [200, verified], '/api/users/me': [200, admin] }, address)
  await userEvent.type(code(), '123456{Enter}')
  await expect.poll(() => location.pathname + location.search).toBe(target)
  expect(asked(calls)).toEqual(['/api/send-otp', '/api/verify-otp', '/api/users/me'])
})

test('the hint beside the code belongs to the field', async () => {
  await toCodeStep()
  const hint = document.getElementById(code().getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toContain('Only the newest code works.')
})

test('another code can be requested once the delay that the server named is over', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const calls = await toCodeStep({ '/api/send-otp': [sent, [200, { success: true, resendIn: 30 }]] })
  const resend = () => screen.getByRole<HTMLButtonElement>('button', { name: /Resend code/ })
  expect(resend()).toMatchObject({ disabled: true, textContent: 'Resend code in 60 s' })
  act(() => void vi.advanceTimersByTime(18_000))
  expect(resend().textContent).toMatch(/^Resend code in 4[12] s$/)
  act(() => void vi.advanceTimersByTime(42_000))
  expect(resend()).toMatchObject({ disabled: false, textContent: 'Resend code' })

  fireEvent.change(code(), { target: { value: '111111' } })
  fireEvent.click(resend())
  await expect.poll(() => resend().textContent).toMatch(/in (30|29) s/)
  expect(asked(calls)).toEqual(['/api/send-otp', '/api/send-otp'])
  expect(code().value).toBe('')
  expect(document.activeElement).toBe(code())
  expect(screen.getByRole('status').textContent).toContain('Only the newest code works.')
  vi.useRealTimers()
})

test('a temporary refusal names the delay', async () => {
  const refusal = { error: 'Too many attempts.', code: 'too_many_requests' }
  const answer = new Response(JSON.stringify(refusal), { status: 429, headers: { 'retry-after': '300' } })
  answers({ ...noGoogle, '/api/send-otp': Promise.resolve(answer) })
  show(<LoginPage />, '/login')
  await userEvent.type(email(), 'coach@example.com{Enter}')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Too many attempts. You can try again in 5 minutes.')
  expect(document.activeElement).toBe(email())
})

test('a session cookie that the browser did not store is reported', async () => {
  const verified: [number, unknown] = [200, { success: true, user: admin }]
  await toCodeStep({ '/api/verify-otp': verified, '/api/users/me': [401, { error: 'x', code: 'not_signed_in' }] })
  await userEvent.type(code(), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('allow cookies')
})

test('a sign-in that began at the API reference leads there, though it is no page of the app', async () => {
  answers(noGoogle)
  let left = ''
  const leave = (href: string) => {
    left = href
  }
  show(<LoginPage leave={leave} />, '/login?returnUrl=%2Fapi%2Fdocs')
  const other = new BroadcastChannel('session')
  other.postMessage('signed_in')
  await expect.poll(() => left).toBe('/api/docs')
  other.close()
})

test('a login in another tab signs this one in, too', async () => {
  answers(noGoogle)
  show(<LoginPage />, '/login?returnUrl=%2Fadmin%2Fsessions')
  const other = new BroadcastChannel('session')
  other.postMessage('anything else')
  other.postMessage('signed_in')
  await expect.poll(() => location.pathname).toBe('/admin/sessions')
  other.close()
})

test('"Keep me signed in today" is sent with the code', async () => {
  const calls = await toCodeStep({ '/api/verify-otp': silence })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Keep me signed in today' }))
  await userEvent.type(code(), '000042{Enter}')
  expect(calls.at(-1)?.body).toEqual({ email: 'coach@example.com', otp: '000042', keep: true })
})

function deviceWithPasskeys(canKeepOne: boolean) {
  const known = {
    isUserVerifyingPlatformAuthenticatorAvailable: async () => canKeepOne,
    isConditionalMediationAvailable: async () => false,
  }
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, known),
  )
}
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const mine = { id: 'k', name: 'Laptop', createdAt: '2026-05-01T10:00:00Z', lastUsedAt: null, synced: false }
async function signInByCode(passkeys: unknown[]) {
  const calls = answers({
    ...noGoogle,
    '/api/send-otp': sent,
    '/api/verify-otp': [200, { success: true, user: admin }],
    '/api/users/me': [200, admin],
    '/api/passkeys': [200, passkeys],
  })
  const { unmount } = show(
    <>
      <LoginPage />
      <Toasts />
    </>,
    '/login',
  )
  await userEvent.type(email(), 'coach@example.com{Enter}')
  await userEvent.type(await screen.findByLabelText(/Enter the code/), '123456{Enter}')
  await expect.poll(() => location.pathname).toBe('/admin')
  return { calls, unmount }
}
const offer = () => screen.queryByRole('button', { name: 'Add a passkey' })

test('a passkey is offered once in a browser after a sign-in by code, and leads to where it is added', async () => {
  deviceWithPasskeys(true)
  const { unmount } = await signInByCode([])
  await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  expect(location.pathname).toBe('/admin/sessions')
  unmount()
  const { calls } = await signInByCode([])
  expect(calls.filter(({ path }) => path === '/api/passkeys')).toEqual([])
  expect(offer()).toBeNull()
})

test.each([
  ['the device cannot keep one', false, []],
  ['the user has one', true, [mine]],
])('no passkey is offered where %s', async (_, canKeepOne, passkeys) => {
  deviceWithPasskeys(canKeepOne)
  const { calls } = await signInByCode(passkeys)
  if (canKeepOne) await expect.poll(() => calls.some(({ path }) => path === '/api/passkeys')).toBe(true)
  expect(offer()).toBeNull()
  expect(localStorage.getItem('passkey-offered')).toBeNull()
})
