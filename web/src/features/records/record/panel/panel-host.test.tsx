// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
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
