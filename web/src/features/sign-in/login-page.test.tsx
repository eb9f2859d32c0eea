// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answers, silence } from '../../testing/answers'
import { admin, show } from '../../testing/screen'
import { LoginPage } from './login-page'

const sent: [number, unknown] = [200, { success: true, resendIn: 60 }]
const email = () => screen.getByLabelText<HTMLInputElement>('Email Address')
const code = () => screen.getByLabelText<HTMLInputElement>('Enter the code sent to coach@example.com')
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: /Send/ })
const verify = () => screen.getByRole<HTMLButtonElement>('button', { name: /Verify/ })

async function toCodeStep(more: Parameters<typeof answers>[0] = {}, address = '/login') {
  const calls = answers({ '/api/send-otp': sent, ...more })
  show(<LoginPage />, address)
  await userEvent.type(email(), 'coach@example.com')
  await userEvent.click(send())
  await screen.findByLabelText(/Enter the code/)
  return calls
}

test('step 1 asks for an address, focused, and sends nothing while it is empty', () => {
  show(<LoginPage />, '/login')
  expect(screen.getByRole('heading', { name: 'Admin Login' })).toBeTruthy()
  expect(email()).toMatchObject({ type: 'email', required: true, placeholder: 'Enter your email' })
  expect(document.activeElement).toBe(email())
  expect(send()).toMatchObject({ disabled: true, textContent: 'Send Login Code' })
  expect(screen.getByText('Back to website').getAttribute('href')).toBe('/')
})

test('while the code is asked for the button says so', async () => {
  answers({ '/api/send-otp': silence })
  show(<LoginPage />, '/login')
  await userEvent.type(email(), 'coach@example.com')
  await userEvent.click(send())
  expect(send()).toMatchObject({ disabled: true, textContent: 'Sending...' })
})

test('step 2 asks for the code, focused, and checks nothing while it is empty', async () => {
  const calls = await toCodeStep()
  expect(calls[0]).toMatchObject({ method: 'POST', body: { email: 'coach@example.com' } })
  expect(code()).toMatchObject({ id: 'otp', type: 'text', required: true, maxLength: 6, placeholder: '000000' })
  expect(code().inputMode).toBe('numeric')
  expect(code().autocomplete).toBe('one-time-code')
  expect(document.activeElement).toBe(code())
  expect(verify()).toMatchObject({ disabled: true, textContent: 'Verify & Login' })
})

test('case 40: a pasted code loses its spaces and keeps its zeros', async () => {
  const calls = await toCodeStep({ '/api/verify-otp': silence })
  fireEvent.paste(code(), { clipboardData: { getData: () => ' 000 042 ' } })
  expect(code().value).toBe('000042')
  await userEvent.click(verify())
  expect(verify()).toMatchObject({ disabled: true, textContent: 'Verifying...' })
  expect(calls[1]?.body).toEqual({ email: 'coach@example.com', otp: '000042' })
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
  answers({ '/api/send-otp': sent, [path]: [502, '<html>'] })
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
  expect(calls.map(({ path }) => path)).toEqual(['/api/send-otp', '/api/verify-otp', '/api/users/me'])
})
