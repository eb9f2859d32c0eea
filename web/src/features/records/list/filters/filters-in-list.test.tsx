import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { lessons, list, openDashboard, pageWith, saturday } from '../../tables.fixture'

const query = () => new URLSearchParams(location.search)
const openFilter = async (field: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  const panel = within(screen.getByRole('dialog', { name: 'Add a filter' }))
  await userEvent.click(await panel.findByRole('button', { name: field }))
  return panel
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

test('filters are added one by one, take several values, and are chips that change or remove them', async () => {
  openDashboard()
  const place = await openFilter('Place')
  await userEvent.click(place.getByLabelText('The park'))
  await waitFor(() => expect(query().get('f.place')).toBe('park'))
  await userEvent.click(place.getByLabelText('Roseville'))
  await waitFor(() => expect(query().get('f.place__in')).toBe('roseville,park'))
  await userEvent.keyboard('{Escape}')
  const seats = await openFilter('Seats')
  await userEvent.type(await seats.findByLabelText('Seats, from'), '5')
  await waitFor(() => expect(query().get('f.seats__gte')).toBe('5'))
  await userEvent.keyboard('{Escape}')
  const day = await openFilter('Starts')
  await userEvent.click(await day.findByRole('button', { name: 'This week' }))
  await waitFor(() =>
    expect([query().get('f.starts_at__gte'), query().get('f.starts_at__lte')]).toEqual(['week', 'week+6']),
  )
  await userEvent.keyboard('{Escape}')

  const chips = within(screen.getByRole('list', { name: 'Active filters' }))
  expect(chips.getAllByRole('listitem').map((chip) => chip.textContent)).toEqual([
    'Place is Roseville or The park',
    'Seats at least 5',
    'Starts: This week',
    'Clear filters',
  ])
  await userEvent.click(chips.getByRole('button', { name: 'Place is Roseville or The park' }))
  await userEvent.click(screen.getByLabelText('(empty)'))
  await waitFor(() => expect(query().get('f.place__null')).toBe('true'))
  expect(query().get('f.place__in')).toBeNull()
  await userEvent.click(chips.getByRole('button', { name: 'Remove filter Seats at least 5' }))
  await waitFor(() => expect(query().get('f.seats__gte')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect([...query().keys()]).toEqual(['table']))
})

test('the chosen preset of days is shown as pressed, and pressing it again takes the filter away', async () => {
  openDashboard()
  const panel = await openFilter('Starts')
  const pressed = () => panel.queryAllByRole('button', { pressed: true }).map((button) => button.textContent)
  expect(pressed()).toEqual([])
  await userEvent.click(await panel.findByRole('button', { name: 'This week' }))
  await waitFor(() => expect(pressed()).toEqual(['This week']))
  await userEvent.click(panel.getByRole('button', { name: 'This week' }))
  await waitFor(() => expect(pressed()).toEqual([]))
  expect(query().get('f.starts_at__gte')).toBeNull()
})

test('an empty result of filters offers to clear them, not to create the first record', async () => {
  openDashboard({ [list]: [200, pageWith([])] }, '/admin?q=nobody')
  await screen.findByText('No records found')
  expect(screen.queryByText('Create the first record')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  await screen.findByRole('button', { name: 'Create the first record' })
  expect(query().get('q')).toBeNull()
})

test('a table that watches a day offers the list of what is due, without what the rule leaves out', async () => {
  const due = [{ field: 'day', overdueAfterDays: 90, label: 'last checked', unless: { field: 'open', equals: false } }]
  openDashboard({
    '/api/admin/schemas': [200, [{ ...lessons, name: 'targets', due }]],
    '/api/tables/targets': [200, pageWith([saturday])],
  })
  const lists = within(await screen.findByRole('navigation', { name: 'Lists of Lesson' }))
  await userEvent.click(lists.getByRole('link', { name: 'Due' }))
  await waitFor(() => expect([query().get('f.day__lte'), query().get('f.open__ne')]).toEqual(['today-91', 'false']))
  expect(query().get('sort')).toBe('day:asc')
  expect(lists.getByRole('link', { current: true }).textContent).toBe('Due')
})
