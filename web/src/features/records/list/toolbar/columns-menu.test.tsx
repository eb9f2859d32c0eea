import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openDashboard } from '../../tables.fixture'

const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('columns are hidden and moved by named controls with their state; the first and the id stay', async () => {
  openDashboard()
  await screen.findByText('Saturday range')
  const before = headings()
  const trigger = screen.getByRole('button', { name: 'Columns' })
  expect(trigger.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(trigger)
  expect(trigger.getAttribute('aria-expanded')).toBe('true')
  const menu = within(screen.getByRole('dialog', { name: 'Columns' }))
  const box = (name: string) => menu.getByRole('checkbox', { name }) as HTMLInputElement
  expect([box('Name'), box('ID')].map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [true, true],
    [true, true],
  ])
  await userEvent.click(box('Place'))
  expect(box('Place').checked).toBe(false)
  await waitFor(() => expect(headings()).toEqual(before.filter((title) => title !== 'Place')))

  expect((menu.getByRole('button', { name: 'Move Place left' }) as HTMLButtonElement).disabled).toBe(true)
  await userEvent.click(menu.getByRole('button', { name: 'Move Price left' }))
  await waitFor(() => expect(headings().indexOf('Price')).toBeLessThan(headings().indexOf('Seats')))
  await userEvent.click(menu.getByRole('button', { name: 'Reset columns' }))
  await waitFor(() => expect(headings()).toEqual(before))
  expect(menu.getByRole('link', { name: 'Add a field' }).getAttribute('href')).toMatch(/\/shape\?table=\w+&add=field$/)
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(trigger)
})
