import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { list, openDashboard, pageWith, recordId, saturday, writes } from '../../tables.fixture'
import { isEditable, nextPlace } from './editable'

const item = `${list}/${saturday.id}`
const saved = { ...saturday, seats: 8, updated_at: '2026-01-03T00:00:00.000Z' }
const theirs = { ...saturday, seats: 20, updated_at: '2026-01-04T00:00:00.000Z' }
const conflict: [number, unknown] = [409, { error: 'Changed.', code: 'conflict', record: theirs }]
const history: [number, unknown] = [
  200,
  {
    total: 1,
    data: [
      {
        id: 'f'.repeat(24),
        at: theirs.updated_at,
        actor: { email: 'ivy@example.com' },
        action: 'update',
        source: 'form',
        changes: { seats: [12, 20], updated_at: [null, null] },
      },
    ],
  },
]

async function edit(label = 'Seats', key = '{F2}') {
  const cell = (await screen.findByText('Saturday range')).closest('tr')!.querySelector(`td[data-label=${label}]`)
  ;(cell as HTMLElement).focus()
  await userEvent.keyboard(key)
  return within(await screen.findByRole('group', { name: `${label} of Saturday range` }))
}
const puts = (calls: ReturnType<typeof openDashboard>) => writes(calls).map(({ body }) => body)

test('F2 edits the cell; Enter saves the one field and returns to it', async () => {
  const calls = openDashboard({ [item]: [200, saved] })
  const editor = await edit()
  const input = editor.getByLabelText('Seats')
  expect(document.activeElement).toBe(input)
  await userEvent.clear(input)
  await userEvent.type(input, '8{Enter}')
  await waitFor(() => expect(screen.queryByRole('group', { name: /^Seats/ })).toBeNull())
  expect(puts(calls)).toEqual([{ seats: 8 }])
  expect((document.activeElement as HTMLElement).dataset.label).toBe('Seats')
})

test('Escape takes back what was typed and saves nothing', async () => {
  const calls = openDashboard()
  const editor = await edit()
  await userEvent.type(editor.getByLabelText('Seats'), '9{Escape}')
  expect(screen.queryByRole('group', { name: /^Seats/ })).toBeNull()
  expect(puts(calls)).toEqual([])
})

test('Tab saves and goes on to the next cell that can be edited', async () => {
  const calls = openDashboard({ [item]: [200, saved] })
  const editor = await edit()
  await userEvent.clear(editor.getByLabelText('Seats'))
  await userEvent.type(editor.getByLabelText('Seats'), '8')
  await userEvent.tab()
  await screen.findByRole('group', { name: 'Price of Saturday range' })
  expect(puts(calls)).toEqual([{ seats: 8 }])
})

test('the messages are those of the form, and nothing is sent', async () => {
  const calls = openDashboard()
  const editor = await edit()
  await userEvent.type(editor.getByLabelText('Seats'), '000{Enter}')
  expect(editor.getByRole('alert').textContent).toBe('Seats cannot be greater than 40')
  expect(puts(calls)).toEqual([])
})

test('a cell that another person has changed says who and to what; their value stays unless mine is wanted', async () => {
  const calls = openDashboard({ [item]: [conflict, [200, saved]], [`${item}/history`]: history })
  const editor = await edit()
  await userEvent.clear(editor.getByLabelText('Seats'))
  await userEvent.type(editor.getByLabelText('Seats'), '8{Enter}')
  await editor.findByText(/^ivy@example.com changed Seats at/)
  expect(editor.getByText('20')).toBeTruthy()
  await userEvent.click(editor.getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(screen.queryByRole('group', { name: /^Seats/ })).toBeNull())
  expect(writes(calls).map(({ headers }) => headers?.get('if-match'))).toEqual([
    JSON.stringify(saturday.updated_at),
    JSON.stringify(theirs.updated_at),
  ])
})

test('a change of another field does not stand in the way', async () => {
  const elsewhere = { ...saturday, place: 'park', updated_at: theirs.updated_at }
  const calls = openDashboard({
    [item]: [
      [409, { error: 'Changed.', code: 'conflict', record: elsewhere }],
      [200, saved],
    ],
  })
  const editor = await edit()
  await userEvent.clear(editor.getByLabelText('Seats'))
  await userEvent.type(editor.getByLabelText('Seats'), '8{Enter}')
  await waitFor(() => expect(screen.queryByRole('group', { name: /^Seats/ })).toBeNull())
  expect(puts(calls)).toEqual([{ seats: 8 }, { seats: 8 }])
})

test('values without room in a cell open the form', async () => {
  openDashboard()
  const cell = (await screen.findByText('Saturday range')).closest('tr')!.querySelector('td[data-label=Photo]')
  ;(cell as HTMLElement).focus()
  await userEvent.keyboard('{F2}')
  await screen.findByRole('dialog', { name: 'Edit Lesson' })
})

test('the next cell follows row by row and ends with the page', () => {
  const ids = [recordId(1), recordId(2)]
  const keys = ['name', 'seats']
  expect(nextPlace(ids, keys, { id: ids[0]!, key: 'seats' }, 1)).toEqual({ id: ids[1], key: 'name' })
  expect(nextPlace(ids, keys, { id: ids[1]!, key: 'name' }, -1)).toEqual({ id: ids[0], key: 'seats' })
  expect(nextPlace(ids, keys, { id: ids[1]!, key: 'seats' }, 1)).toBeUndefined()
  const schema = { name: 'x', properties: { a: { type: 'string' }, b: { type: 'string', readOnly: true } } }
  expect(['a', 'b', 'c'].map((key) => isEditable(schema, { key }))).toEqual([true, false, false])
})

test('the list stays, with the focus, when it cannot be loaded again after a save', async () => {
  openDashboard({ [list]: [[200, pageWith([saturday])], 'offline'], [item]: [200, saved] })
  const editor = await edit()
  await userEvent.clear(editor.getByLabelText('Seats'))
  await userEvent.type(editor.getByLabelText('Seats'), '8{Enter}')
  await screen.findByText(/What is shown may be out of date\.$/)
  expect(screen.getByText('Saturday range')).toBeTruthy()
  expect((document.activeElement as HTMLElement).dataset.label).toBe('Seats')
})
