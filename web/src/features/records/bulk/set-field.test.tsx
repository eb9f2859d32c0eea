import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { list, openDashboard, rowNamed, saturday, writes } from '../tables.fixture'

const batch = {
  id: 'b'.repeat(24),
  action: 'update',
  state: 'done',
  total: 1,
  changed: 1,
  skipped: [],
  createdAt: saturday.created_at,
}

test('a checkbox is set by Yes or No, and nothing is applied before one is chosen', async () => {
  const calls = openDashboard({ [`${list}/batches`]: [201, batch] })
  const row = await rowNamed('Saturday range')
  await userEvent.click(row.getByRole('checkbox', { name: 'Select Saturday range' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Set field…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set a field of 1 record' }))
  await userEvent.selectOptions(dialog.getByLabelText('Field'), 'Open')
  const apply = dialog.getByRole('button', { name: 'Apply' }) as HTMLButtonElement
  expect(apply.disabled).toBe(true)
  const choices = within(dialog.getByRole('group', { name: 'Open' }))
  expect(choices.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([false, false])
  await userEvent.click(choices.getByRole('radio', { name: 'No' }))
  expect(apply.disabled).toBe(false)
  await userEvent.click(apply)
  await waitFor(() => expect(writes(calls)).toHaveLength(1))
  expect(writes(calls)[0]?.body).toMatchObject({ action: 'update', changes: { open: false } })
})
