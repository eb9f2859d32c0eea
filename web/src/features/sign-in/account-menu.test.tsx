// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Guard } from '#app/guard'
import { answers } from '#testing/answers'
import { admin, show } from '#testing/screen'
import { AccountMenu } from './account-menu'

async function setup() {
  answers({ '/api/users/me': [200, { ...admin, name: 'Robin Hood' }] })
  show(
    <Guard need="user">
      <AccountMenu />
    </Guard>,
    '/admin',
  )
  return screen.findByRole('button', { name: 'Account coach@example.com' })
}
const link = () => screen.queryByRole('link', { name: 'Your sessions' })

test('the account shows the address and opens to what belongs to it', async () => {
  const button = await setup()
  expect(screen.getByText('coach@example.com')).toBeTruthy()
  expect(link()).toBeNull()
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText('Robin Hood')).toBeTruthy()
  expect(link()?.getAttribute('href')).toBe('/admin/sessions')
  expect(screen.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe('/api/docs')
})

test('Escape closes it and gives the focus back; leaving it closes it, too', async () => {
  const button = await setup()
  await userEvent.click(button)
  await userEvent.tab()
  expect(document.activeElement).toBe(link())
  await userEvent.keyboard('{Escape}')
  expect(link()).toBeNull()
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  for (let step = 0; step < 4; step++) await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Logout')
  expect(link()).toBeNull()
})
