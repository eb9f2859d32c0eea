import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { stubMedia } from '#testing/media'
import { list, openDashboard, pageWith, saturday, sunday } from '../../tables.fixture'

const query = () => new URLSearchParams(location.search)
/** Five records match any filter. */
const phone = () => openDashboard({ [list]: [200, pageWith([saturday, sunday], { total: 5 })] }, '/admin?f.place=park')
const openSheet = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Filters and order, 1 active' }))
  return within(await screen.findByRole('dialog', { name: 'Filters and order' }))
}

beforeEach(() => void stubMedia((media) => media.startsWith('(max-width: 47')))

test('on a phone all filters are in a sheet, whose button says how many records they leave and applies them', async () => {
  const calls = phone()
  const sheet = await openSheet()
  await sheet.findByRole('button', { name: 'Show 5' })
  await userEvent.selectOptions(sheet.getByLabelText('Sort by'), 'Name, ascending')
  await userEvent.click(sheet.getByText('Seats', { selector: 'summary' }))
  await userEvent.type(sheet.getByLabelText('Seats, from'), '7')
  await waitFor(() => expect(calls.some(({ path }) => /limit=1&.*place=park&seats__gte=7/.test(path))).toBe(true))
  expect(query().get('f.seats__gte')).toBeNull()
  await userEvent.click(sheet.getByRole('button', { name: 'Show 5' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect([query().get('f.place'), query().get('f.seats__gte'), query().get('sort')]).toEqual(['park', '7', 'name:asc'])
  expect(screen.getByRole('button', { name: 'Filters and order, 2 active' })).toBeTruthy()
})

test('what was typed last counts, also when the button is pressed at once; closing leaves the list as it is', async () => {
  phone()
  let sheet = await openSheet()
  await userEvent.click(sheet.getByText('Name', { selector: 'summary' }))
  await userEvent.type(sheet.getByLabelText('Name contains'), 'sat')
  // A tap on a phone need not move the focus.
  ;(await sheet.findByRole('button', { name: 'Show 5' })).click()
  await waitFor(() => expect(query().get('f.name')).toBe('sat'))
  await userEvent.click(await screen.findByRole('button', { name: 'Place is The park' }))
  sheet = within(await screen.findByRole('dialog', { name: 'Filters and order' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Clear filters' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
  expect([query().get('f.name'), query().get('f.place')]).toEqual(['sat', 'park'])
})
