import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { list, openDashboard, pageWith, saturday, sunday } from '../../tables.fixture'

const sheet = () => screen.queryByRole('region', { name: 'Lesson for printing', hidden: true })

test('all records of the view are printed, with the shown columns and whole texts, and leave the page afterwards', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const long = 'A long note that a list would cut somewhere behind its fiftieth character.'
  const pages = [
    pageWith([saturday], { limit: 200, total: 2, totalPages: 2 }),
    pageWith([{ ...sunday, notes: long }], { page: 2, limit: 200, total: 2, totalPages: 2 }),
  ]
  const calls = openDashboard({
    [list]: [[200, pageWith([saturday])], ...pages.map((page) => [200, page] as [number, object])],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
  await expect.poll(() => print).toHaveBeenCalledTimes(1)
  const rows = within(sheet()!).getAllByRole('row', { hidden: true })
  expect(rows.map(({ textContent }) => textContent).slice(1)).toEqual([
    expect.stringContaining('Saturday range'),
    expect.stringContaining(long),
  ])
  expect(calls.map(({ path }) => new URL(path, 'http://x').searchParams.get('page')).slice(-2)).toEqual(['1', '2'])
  dispatchEvent(new Event('afterprint'))
  await expect.poll(() => sheet()).toBeNull()
})

test('more records than fit on paper are refused with the number', async () => {
  openDashboard({
    [list]: [
      [200, pageWith([saturday])],
      [200, pageWith([saturday], { total: 5001, totalPages: 26 })],
    ],
  })
  await screen.findByText('Saturday range')
  await userEvent.keyboard('{Control>}p{/Control}')
  await screen.findByText('5001 records are too many to print. Narrow the list to 5000 or fewer.')
  expect(sheet()).toBeNull()
})
