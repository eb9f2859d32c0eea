import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { list, openDashboard, pageWith, saturday } from '#features/records/tables.fixture'
import { matches } from './palette'

async function openPalette(network = {}) {
  const calls = openDashboard(network)
  await screen.findByText('Saturday range')
  await userEvent.keyboard('{Control>}k{/Control}')
  return { calls, input: await screen.findByRole('combobox', { name: 'Go to a table, a record or an action' }) }
}
const options = () =>
  within(screen.getByRole('listbox', { name: 'Results' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const activeOption = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')

test('Ctrl+K lists tables and pages in named groups; arrows move the active option, Enter follows it', async () => {
  const { input } = await openPalette()
  expect(document.activeElement).toBe(input)
  const results = within(screen.getByRole('listbox', { name: 'Results' }))
  expect(within(results.getByRole('group', { name: 'Tables' })).getAllByRole('option')).toHaveLength(1)
  expect(activeOption(input)?.textContent).toBe('Lesson')
  await userEvent.keyboard('{ArrowDown}')
  expect(activeOption(input)?.textContent).toBe('Today')
  expect(activeOption(input)?.getAttribute('aria-selected')).toBe('true')
  await userEvent.type(input, 'new les{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Create Lesson' })).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Go to a table, a record or an action' })).toBeNull()
})

test('it finds records of the tables and opens the one that is chosen', async () => {
  const { input } = await openPalette({ [list]: [200, pageWith([saturday])] })
  await userEvent.type(input, 'satur')
  await within(await screen.findByRole('group', { name: 'Records' })).findByText('Saturday range')
  expect(options()).toEqual(['Saturday rangeLesson'])
  await userEvent.keyboard('{Enter}')
  expect(location.search).toBe(`?table=lessons&record=${saturday.id}`)
})

test('nothing found is said', async () => {
  const { input } = await openPalette({
    [list]: [
      [200, pageWith([saturday])],
      [200, pageWith([])],
    ],
  })
  await userEvent.type(input, 'zzz')
  expect(await screen.findByText('Nothing found')).toBeTruthy()
})

test('a search that fails says so instead of finding nothing, and is made again', async () => {
  const { input } = await openPalette({
    [list]: [
      [200, pageWith([saturday])],
      [503, { error: 'Unavailable.', code: 'unavailable' }],
      [200, pageWith([saturday])],
    ],
  })
  await userEvent.type(input, 'zatur')
  await userEvent.click(await screen.findByRole('button', { name: 'Search again' }))
  await within(await screen.findByRole('group', { name: 'Records' })).findByText('Saturday range')
  expect(screen.queryByText(/could be searched/)).toBeNull()
})

test('"?" lists the keys, and "/" goes to the search; neither while text is typed', async () => {
  openDashboard()
  await screen.findByText('Saturday range')
  await userEvent.keyboard('/')
  const search = screen.getByRole('searchbox')
  expect(document.activeElement).toBe(search)
  await userEvent.keyboard('?/')
  expect((search as HTMLInputElement).value).toBe('?/')
  expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull()
  search.blur()
  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeTruthy()
})

test.each([
  ['Dana Reyes', 'rey da', true],
  ['Zoë Quinn', 'zoe', true],
  ['Reply Templates', 'plates', false],
  ['Lessons', '', true],
])('%s fits "%s": %s', (label, typed, fits) => {
  expect(matches(label, typed)).toBe(fits)
})
