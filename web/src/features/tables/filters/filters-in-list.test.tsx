// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { list, openDashboard, pageWith } from '../tables.fixture'

const query = () => new URLSearchParams(location.search)
const openFilters = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }))
  return within(screen.getByRole('region', { name: 'Filters' }))
}

test('a search is sent when typing pauses, is kept in the address, and starts at page 1', async () => {
  const calls = openDashboard({}, '/admin?page=1&sort=name:asc')
  await screen.findByText('Saturday range')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search in Lesson' }), 'Zoë .*(')
  await waitFor(() => expect(query().get('q')).toBe('Zoë .*('))
  expect(query().get('sort')).toBe('name:asc')
  await waitFor(() =>
    expect(calls.at(-1)?.path).toBe(
      `${list}?${new URLSearchParams({ page: '1', limit: '50', sort: 'name:asc', q: 'Zoë .*(' })}`,
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(query().get('q')).toBeNull())
})

test('filters by the kind of the field: option, range, yes or no, empty', async () => {
  openDashboard()
  const filters = await openFilters()
  await userEvent.selectOptions(filters.getByLabelText('Place'), 'The park')
  await waitFor(() => expect(query().get('f.place')).toBe('park'))
  await userEvent.selectOptions(filters.getByLabelText('Open'), 'No')
  await waitFor(() => expect(query().get('f.open')).toBe('false'))
  await userEvent.type(filters.getByLabelText('Seats, from'), '5')
  await userEvent.type(filters.getByLabelText('Seats, to'), '9')
  await waitFor(() => expect([query().get('f.seats__gte'), query().get('f.seats__lte')]).toEqual(['5', '9']))
  await userEvent.selectOptions(filters.getByLabelText('Place'), '(empty)')
  await waitFor(() => expect(query().get('f.place__null')).toBe('true'))
  expect(query().get('f.place')).toBeNull()

  const chips = within(screen.getByRole('list', { name: 'Active filters' }))
  expect(chips.getAllByRole('listitem').map((chip) => chip.textContent)).toEqual([
    'Open: No',
    'Seats at least 5',
    'Seats at most 9',
    'Place is empty',
    'Clear filters',
  ])
  await userEvent.click(chips.getByRole('button', { name: 'Remove filter Seats at least 5' }))
  await waitFor(() => expect(query().get('f.seats__gte')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect([...query().keys()]).toEqual(['table']))
})

test('an empty result of filters offers to clear them, not to create the first record', async () => {
  openDashboard({ [list]: [200, pageWith([])] }, '/admin?q=nobody')
  await screen.findByText('No records found')
  expect(screen.queryByText('Create the first record')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  await screen.findByRole('button', { name: 'Create the first record' })
  expect(query().get('q')).toBeNull()
})
