import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Guard } from '#app/guard'
import { readTheme, showTheme } from '#lib/theme'
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
const link = () => screen.queryByRole('link', { name: 'Account and passkeys' })

test('the account shows the address and opens to what belongs to it', async () => {
  const button = await setup()
  expect(screen.getByText('coach@example.com')).toBeTruthy()
  expect(link()).toBeNull()
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText('Robin Hood')).toBeTruthy()
  expect(link()?.getAttribute('href')).toBe('/admin/sessions')
})

test('Escape closes it and gives the focus back; leaving it closes it, too', async () => {
  const button = await setup()
  await userEvent.click(button)
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'System' }))
  await userEvent.keyboard('{Escape}')
  expect(link()).toBeNull()
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  link()?.focus()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Logout')
  expect(link()).toBeNull()
})

test('the choice of colors holds for the staff pages of this browser', async () => {
  await userEvent.click(await setup())
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(readTheme()).toBe('dark')
  showTheme(false)
  expect(document.documentElement.dataset.theme).toBeUndefined()
  showTheme(true)
  expect(document.documentElement.dataset.theme).toBe('dark')
  await userEvent.click(screen.getByRole('radio', { name: 'System' }))
  expect(document.documentElement.dataset.theme).toBeUndefined()
})
