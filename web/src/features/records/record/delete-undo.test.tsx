import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { lessons, list, openDashboard, pageWith, rowNamed, saturday, sunday, writes } from '../tables.fixture'

const item = `${list}/${saturday.id}`
const both: [number, unknown] = [200, pageWith([saturday, sunday])]
const ask = async () =>
  userEvent.click((await rowNamed('Saturday range')).getByRole('button', { name: 'Delete Saturday range' }))
const confirm = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete' }))

test('the question names the table and the focus is on Cancel', async () => {
  const calls = openDashboard()
  await ask()
  await screen.findByRole('alertdialog')
  expect(screen.getByText('Are you sure you want to delete this Lesson?')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Cancel')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(writes(calls)).toEqual([])
})

test('a table without a title asks about a record', async () => {
  const { title: _none, ...untitled } = lessons
  openDashboard({ '/api/admin/schemas': [200, [untitled]] })
  await ask()
  await screen.findByText('Are you sure you want to delete this record?')
})

test('a deleted record leaves the list, the next row gets the focus, and Undo brings it back', async () => {
  const calls = openDashboard({
    [list]: [both, [200, pageWith([sunday])], both],
    [item]: [200, { success: true, id: saturday.id }],
    [`${item}/restore`]: [200, saturday],
  })
  await ask()
  await confirm()
  await screen.findByText('Record deleted')
  await waitFor(() => expect(screen.queryByText('Saturday range')).toBeNull())
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Sunday range'))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Record restored')
  await screen.findByText('Saturday range')
  expect(writes(calls).map(({ method, path }) => `${method} ${path}`)).toEqual([
    `DELETE ${item}`,
    `POST ${item}/restore`,
  ])
})

test.each([
  [[409, { error: 'The last admin cannot be deleted.', code: 'conflict' }], 'The last admin cannot be deleted.'],
  [[200, 'what?'], 'Failed to delete record'],
])('a failure is an alert with its message or ours: %j', async (answer, text) => {
  openDashboard({ [item]: answer as [number, unknown] })
  await ask()
  await confirm()
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(screen.getByText('Saturday range')).toBeTruthy()
})
