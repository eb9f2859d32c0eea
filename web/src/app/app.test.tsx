// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import '#testing/screen'
import { App } from './app'

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
