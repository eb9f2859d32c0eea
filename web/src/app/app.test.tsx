import { render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import { admin, adminStatus } from '#testing/screen'
import { App } from './app'

const handedOver = {
  student: { id: 'a'.repeat(24), label: 'Kim' },
  ...{ path: '/admin/today', hasPasskey: false, pin: { salt: 'x', hash: 'y' }, wrong: 0 },
}

test.each([
  ['/login', 'Admin Login'],
  ['/auth/callback?error=access_denied', 'Completing Login'],
])('%s has all it needs of the page around it', async (address, heading) => {
  answers({
    '/api/oauth/providers': [200, { google: false }],
    '/api/users/me': [401, { error: 'Sign in first.', code: 'unauthenticated' }],
  })
  history.replaceState(null, '', address)
  render(
    <Provider store={createStore()}>
      <App />
    </Provider>,
  )
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
})

test.each(['/login', '/admin', '/admin?table=students', '/admin/today', '/admin/sessions', '/admin/nowhere'])(
  '%s shows nothing of staff while the device is handed over, and asks for nothing of theirs',
  async (address) => {
    const calls = answers({ '/api/users/me': [200, admin], '/api/admin/status': [200, adminStatus(true)] })
    localStorage.setItem('handed-over', JSON.stringify({ ...handedOver, signer: 'Rosa Brook' }))
    history.replaceState(null, '', address)
    render(<App />)
    expect(await screen.findByText('Thank you, Rosa Brook. Please hand the device back to the school.')).toBeTruthy()
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Hand back to staff'])
    expect(screen.queryAllByRole('link')).toEqual([])
    expect(calls).toEqual([])
    localStorage.clear()
  },
)
