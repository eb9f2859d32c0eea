import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { list, openDashboard, pageWith, rowNamed, saturday, sunday, writes } from '#features/records/tables.fixture'

const item = `${list}/${saturday.id}`
const undoKey = '{Control>}z{/Control}'
const sent = (calls: ReturnType<typeof openDashboard>) =>
  writes(calls).map(({ method, path, body }) => [method, path, ...(body ? [body] : [])])

test('Ctrl+Z takes back what a toast offers to undo, once, and its toast goes', async () => {
  const both = [200, pageWith([saturday, sunday])] as [number, unknown]
  const calls = openDashboard({
    [list]: [both, [200, pageWith([sunday])], both],
    [item]: [200, { success: true, id: saturday.id }],
    [`${item}/restore`]: [200, saturday],
  })
  await userEvent.click((await rowNamed('Saturday range')).getByRole('button', { name: 'Delete Saturday range' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByRole('button', { name: 'Undo' })
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  expect(sent(calls)).toHaveLength(1)
  await userEvent.keyboard(undoKey)
  await screen.findByText('Record restored')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await userEvent.keyboard(undoKey)
  expect(sent(calls)).toEqual([
    ['DELETE', item],
    ['POST', `${item}/restore`],
  ])
})

test('an edited cell becomes what it was; while text is typed the key belongs to the text', async () => {
  const saved = { ...saturday, seats: 8, updated_at: '2026-01-03T00:00:00.000Z' }
  const calls = openDashboard({
    [item]: [
      [200, saved],
      [200, saturday],
    ],
  })
  const cell = (await screen.findByText('Saturday range')).closest('tr')!.querySelector('td[data-label=Seats]')
  ;(cell as HTMLElement).focus()
  await userEvent.keyboard('{F2}')
  const editor = within(await screen.findByRole('group', { name: 'Seats of Saturday range' }))
  await userEvent.clear(editor.getByLabelText('Seats'))
  await userEvent.type(editor.getByLabelText('Seats'), '8{Enter}')
  await waitFor(() => expect(screen.queryByRole('group', { name: /^Seats/ })).toBeNull())
  screen.getByRole('searchbox').focus()
  await userEvent.keyboard(undoKey)
  expect(sent(calls)).toEqual([['PUT', item, { seats: 8 }]])
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard(undoKey)
  await screen.findByText('Lesson: change undone')
  expect(sent(calls).at(-1)).toEqual(['PUT', item, { seats: 12 }])
  expect(writes(calls).at(-1)?.headers.get('if-match')).toBe(JSON.stringify(saved.updated_at))
})
