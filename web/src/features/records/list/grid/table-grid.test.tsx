import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { lessons, list, openDashboard, pageWith, recordId, rowNamed, saturday, sunday } from '../../tables.fixture'

const focused = () => document.activeElement!
const what = () =>
  focused().getAttribute('aria-label') ??
  `${(focused() as HTMLElement).dataset.label ?? 'heading'}: ${focused().textContent}`

async function enter() {
  const grid = await screen.findByRole('grid', { name: 'Lesson' })
  grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  return grid
}

test('the grid is one tab stop: the first record, later the last focused cell', async () => {
  openDashboard()
  const grid = await enter()
  expect(what()).toBe('Select Saturday range')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(what()).toBe('Name: Saturday range')
  expect([...grid.querySelectorAll('[tabindex="0"]')]).toEqual([focused()])
})

test('arrows, Home, End and with Control the corners; up and down keep to the column and the action', async () => {
  openDashboard()
  await enter()
  const press = async (keys: string) => {
    await userEvent.keyboard(keys)
    return what()
  }
  expect(await press('{ArrowRight}{ArrowRight}')).toBe('Delete Saturday range')
  expect(await press('{ArrowDown}')).toBe('Delete Sunday range')
  expect(await press('{ArrowDown}')).toBe('Delete Sunday range')
  expect(await press('{ArrowRight}')).toBe('Name: Sunday range')
  expect(await press('{ArrowUp}{ArrowUp}')).toBe('heading: Name')
  expect(await press('{End}')).toBe('heading: ID')
  expect(await press('{Control>}{End}{/Control}')).toMatch(/^ID/)
  expect(await press('{Home}')).toBe('Select Sunday range')
  expect(await press('{Control>}{Home}{/Control}')).toBe('heading: Operations')
})

test('Enter on a heading sorts, on a cell opens the record, E edits it; Delete asks', async () => {
  openDashboard()
  await enter()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowUp}{Enter}')
  await waitFor(() => expect(new URLSearchParams(location.search).get('sort')).toBe('name:asc'))
  await userEvent.keyboard('{ArrowDown}{Delete}')
  await screen.findByRole('alertdialog')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await enter()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('region', { name: 'Lesson details' })
  expect(new URLSearchParams(location.search).get('record')).toBe(saturday.id)
  await enter()
  await userEvent.keyboard('e')
  await screen.findByRole('dialog', { name: 'Edit Lesson' })
})

test('one click on a name opens the record; two edit the name and open nothing', async () => {
  openDashboard()
  await userEvent.dblClick(await screen.findByRole('link', { name: 'Saturday range' }))
  await screen.findByRole('group', { name: 'Name of Saturday range' })
  await new Promise((done) => setTimeout(done, 400))
  expect(new URLSearchParams(location.search).get('record')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('link', { name: 'Saturday range' }))
  await screen.findByRole('region', { name: 'Lesson details' })
  expect(new URLSearchParams(location.search).get('record')).toBe(saturday.id)
})

test('a slow double click edits the cell of its first click, whatever is under the pointer by then', async () => {
  openDashboard()
  fireEvent.click(await screen.findByRole('link', { name: 'Saturday range' }), { detail: 1 })
  await screen.findByRole('region', { name: 'Lesson details' })
  fireEvent.click(screen.getByRole('button', { name: /^Name/ }), { detail: 2 })
  await screen.findByRole('group', { name: 'Name of Saturday range' })
  expect(new URLSearchParams(location.search).get('sort')).toBeNull()
})

test('an id is shown by its end, without an ellipsis that would be read as part of it', async () => {
  openDashboard()
  const row = await rowNamed('Saturday range')
  const cell = row.getAllByRole('cell').find(({ dataset }) => dataset.label === 'ID')!
  expect(cell.querySelector('[aria-hidden]')?.textContent).toBe(saturday.id.slice(-6))
})

test('a cut text is shown in full on focus, as text', async () => {
  const notes = `<img src=x onerror=alert(1)> ${'👩‍👩‍👧‍👦'.repeat(60)}`
  openDashboard({ [list]: [200, pageWith([{ ...saturday, notes }])] })
  const row = await rowNamed('Saturday range')
  const cell = row.getAllByRole('cell').find(({ dataset }) => dataset.label === 'Notes')!
  expect(cell.textContent).toMatch(/^<img src=x onerror=alert\(1\)> .*\.\.\.$/)
  expect(cell.textContent?.endsWith('👩‍👩‍👧‍👦...')).toBe(true)
  cell.focus()
  const tip = await screen.findByRole('tooltip')
  expect(tip.textContent).toBe(notes)
  expect(cell.getAttribute('aria-describedby')).toBe(tip.id)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

test('a value of another type is shown and marked; a missing one is empty', async () => {
  openDashboard({ [list]: [200, pageWith([{ ...saturday, seats: '12' }])] })
  const row = await rowNamed('Saturday range')
  const text = (label: string) => row.getAllByRole('cell').find(({ dataset }) => dataset.label === label)?.textContent
  expect(text('Seats')).toBe('12 (type differs)')
  expect([text('Open'), text('Price'), text('Photo')]).toEqual(['', '', ''])
})

test('new records are announced and shown on request', async () => {
  const more = { ...sunday, id: recordId(3), name: 'Monday range' }
  openDashboard({
    [list]: [
      [200, pageWith([saturday])],
      [200, pageWith([more], { total: 2, limit: 1, totalPages: 2 })],
      [200, pageWith([more, saturday])],
    ],
  })
  await screen.findByText('Saturday range')
  const later = Date.now() + 120_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  window.dispatchEvent(new Event('visibilitychange'))
  await userEvent.click(await screen.findByRole('button', { name: '1 new - refresh' }))
  await screen.findByText('Monday range')
  await waitFor(() => expect(screen.queryByText(/new - refresh/)).toBeNull())
})

test('a broken table is disabled with its reason; the others work', async () => {
  openDashboard({
    '/api/admin/schemas': [200, [{ name: 'old_bows', error: 'its fields have no type' }, { name: 7 }, lessons]],
  })
  await screen.findByText('Saturday range')
  const broken = screen.getByRole('tab', { name: 'Old Bows' })
  expect(broken.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(broken)
  expect(screen.getByRole('tab', { name: 'Lesson' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByText(/cannot be shown: its fields have no type/)).toBeTruthy()
})

test('the page size is kept in the address and starts at page 1', async () => {
  const calls = openDashboard(
    { [list]: [200, pageWith([saturday], { total: 120, totalPages: 3, page: 2 })] },
    '/admin?page=2',
  )
  await userEvent.selectOptions(await screen.findByLabelText('Rows per page'), '200')
  await waitFor(() => expect(calls.at(-1)?.path).toBe(`${list}?page=1&limit=200&sort=created_at%3Adesc`))
  expect(new URLSearchParams(location.search).get('limit')).toBe('200')
})

test('records that are created automatically cannot be added', async () => {
  openDashboard({ '/api/admin/schemas': [200, [{ ...lessons, creatable: false }]], [list]: [200, pageWith([])] })
  await screen.findByText('No records found')
  expect(screen.queryByRole('button', { name: 'Add New' })).toBeNull()
  expect(screen.queryByText('Create the first record')).toBeNull()
})
