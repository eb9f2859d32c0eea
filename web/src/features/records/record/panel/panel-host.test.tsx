import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { silence } from '#testing/answers'
import { stubMedia } from '#testing/media'
import { list, openDashboard, pageWith, saturday, sunday } from '../../tables.fixture'

let hasRoom = true
let turn = () => {}

beforeEach(() => {
  hasRoom = true
  turn = stubMedia((media) => media === '(min-width: 56.25rem)' && hasRoom)
})

test('a form that is open stays on top when the room beside the list is gone, and keeps what was typed', async () => {
  openDashboard(
    { [list]: [200, pageWith([saturday, sunday])], [`/api/tables/lessons/${saturday.id}`]: [200, saturday] },
    `/admin?record=${saturday.id}`,
  )
  await screen.findByRole('region', { name: 'Lesson details' })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const name = await screen.findByLabelText(/^Name/, { selector: 'dialog input' })
  await userEvent.type(name, ' at noon')
  hasRoom = false
  turn()
  expect(screen.queryByRole('dialog', { name: 'Lesson details' })).toBeNull()
  expect([...document.querySelectorAll('dialog')].at(-1)?.contains(name)).toBe(true)
  expect((name as HTMLInputElement).value).toMatch(/ at noon$/)
  // Once the form is closed, the panel takes the place that there is.
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Lesson' })).toBeNull())
})

/** Below the time after which a record is shown whatever still loads. */
const soon = { timeout: 3_500 }

test('a record opened by its address does not wait for what loads elsewhere on the page', async () => {
  openDashboard(
    { [list]: silence, [`/api/tables/lessons/${saturday.id}`]: [200, saturday] },
    `/admin?record=${saturday.id}`,
  )
  await screen.findByRole('region', { name: 'Lesson details' })
  expect(await screen.findByRole('button', { name: 'Edit' }, soon)).toBeTruthy()
})

test('a record that was opened before it was there is announced by its name, the next one by its heading alone', async () => {
  const record = (id: string) => `/api/tables/lessons/${id}`
  openDashboard(
    {
      [list]: [200, pageWith([saturday, sunday])],
      [record(saturday.id)]: [200, saturday],
      [record(sunday.id)]: [200, sunday],
    },
    `/admin?record=${saturday.id}`,
  )
  const panel = within(await screen.findByRole('region', { name: 'Lesson details' }))
  expect(document.activeElement?.textContent).toBe('Lesson')
  await panel.findByText(saturday.name, { selector: '[role=status]' })
  await userEvent.keyboard('j')
  await panel.findByRole('heading', { name: sunday.name })
  expect(panel.queryByText(sunday.name, { selector: '[role=status]' })).toBeNull()
})

test('a record that was left before it was whole is shown at once when one comes back', async () => {
  const record = (id: string) => `/api/tables/lessons/${id}`
  openDashboard(
    {
      [list]: [200, pageWith([saturday, sunday])],
      [record(saturday.id)]: silence,
      [record(sunday.id)]: [200, sunday],
    },
    `/admin?record=${saturday.id}`,
  )
  const panel = within(await screen.findByRole('region', { name: 'Lesson details' }))
  await screen.findByText(sunday.name)
  expect(panel.queryByRole('button', { name: 'Edit' })).toBeNull()
  await userEvent.keyboard('j')
  await panel.findByRole('button', { name: 'Edit' })
  await userEvent.keyboard('k')
  await panel.findByRole('heading', { name: saturday.name }, soon)
  expect(panel.getByRole('button', { name: 'Edit' })).toBeTruthy()
})

test('a word that is too long for half of the panel gets its whole width', async () => {
  openDashboard(
    { [list]: [200, pageWith([saturday])], [`/api/tables/lessons/${saturday.id}`]: [200, saturday] },
    `/admin?record=${saturday.id}`,
  )
  const panel = await screen.findByRole('region', { name: 'Lesson details' })
  const place = async (title: string) => (await within(panel).findByText(title, { selector: 'dt' })).closest('div')
  expect((await place('ID'))?.dataset.wide).toBe('true')
  for (const title of ['Name', 'Created']) expect((await place(title))?.dataset.wide).toBeUndefined()
})
