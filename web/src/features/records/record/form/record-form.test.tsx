import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { silence } from '#testing/answers'
import { lessons, list, openDashboard, pageWith, recordId, saturday, writes } from '../../tables.fixture'

const item = `${list}/${saturday.id}`
const edit = `/admin?table=lessons&record=${saturday.id}&mode=edit`
const dialog = (name: RegExp | string) => screen.findByRole('dialog', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const form = async () => {
  const found = await screen.findByRole('button', { name: 'Save' })
  expect(document.getElementById('admin_schema_form')).toBeTruthy()
  return found
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const retype = async (label: string, text: string) => {
  await userEvent.clear(field(label))
  await userEvent.type(field(label), text)
}

test('a new record starts from the defaults without read-only fields, and sends exactly what was filled in', async () => {
  const created = { ...saturday, id: recordId(9), name: 'Bows' }
  const calls = openDashboard({
    [list]: [
      [200, pageWith([])],
      [201, created],
      [200, pageWith([created])],
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Create the first record' }))
  const modal = within(await dialog('Create Lesson'))
  expect(modal.queryByText('Created')).toBeNull()
  expect(field('Seats').value).toBe('0')
  expect(screen.getByText('unsupported field type: polygon')).toBeTruthy()
  await userEvent.type(field('Name'), 'Bows')
  await retype('Seats', '5')
  await userEvent.selectOptions(field('Place'), 'The park')
  await userEvent.click(screen.getByLabelText('Some'))
  await save()
  await screen.findByText('Lesson added')
  expect(screen.queryByRole('dialog')).toBeNull()
  const [call] = writes(calls)
  expect(call).toMatchObject({ method: 'POST', path: list })
  expect(call?.headers.get('idempotency-key')).toMatch(/^[\w-]{8,64}$/)
  expect(call?.body).toEqual({
    name: 'Bows',
    place: 'park',
    seats: 5,
    price: 0,
    day: null,
    starts_at: null,
    open: false,
    levels: ['some'],
    notes: null,
    photo: null,
  })
})

test.each([
  ['before', 0],
  ['after', 400],
])('a created record gets the focus when its dialog closes %s the list is there', async (_when, ms) => {
  const created = { ...saturday, id: recordId(9), name: 'Bows' }
  const back = history.back.bind(history)
  vi.spyOn(history, 'back').mockImplementation(() => void setTimeout(back, ms))
  openDashboard({
    [list]: [
      [200, pageWith([saturday])],
      [201, created],
      [200, pageWith([created])],
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add New' }))
  await form()
  await userEvent.type(field('Name'), 'Bows')
  await retype('Seats', '5')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Bows'))
})

test('errors are shown at their fields, the first one is focused, nothing is sent', async () => {
  const calls = openDashboard({}, '/admin?record=new')
  await form()
  await save()
  expect(screen.getByText('Name is required')).toBeTruthy()
  expect(screen.getByText('Seats cannot be less than 1')).toBeTruthy()
  expect(field('Name').getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field('Name').getAttribute('aria-describedby')!)?.textContent).toBe('Name is required')
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  await userEvent.type(field('Name'), 'B')
  expect(screen.getByText('Name must be at least 2 characters')).toBeTruthy()
  await userEvent.type(field('Name'), 'ow')
  expect(screen.queryByText(/^Name must/)).toBeNull()
  expect(writes(calls)).toEqual([])
})

test('reset restores the loaded values and clears the errors', async () => {
  openDashboard({}, edit)
  await form()
  await userEvent.clear(field('Name'))
  expect(screen.getByText('Name is required')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect(field('Name').value).toBe('Saturday range')
  expect(screen.queryByText('Name is required')).toBeNull()
})

test('only what was changed is sent, with the state that was seen', async () => {
  const old = { ...saturday, place: 'folsom', seats: 'twelve' }
  const calls = openDashboard(
    {
      [item]: [
        [200, old],
        [200, old],
      ],
    },
    edit,
  )
  const modal = within(await dialog('Edit Lesson'))
  await form()
  expect(modal.getByText('folsom (no longer offered)')).toBeTruthy()
  expect(modal.getByText(/Type differs: stored as text “twelve”/)).toBeTruthy()
  expect(modal.getByText('Created')).toBeTruthy()
  await retype('Notes', 'Bring water.')
  await save()
  await screen.findByText('Changes saved')
  const [call] = writes(calls)
  expect(call).toMatchObject({ method: 'PUT', path: item, body: { notes: 'Bring water.' } })
  expect(call?.headers.get('if-match')).toBe('"2026-01-02T00:00:00.000Z"')
})

test('a field that an admin retired meanwhile: what was typed is shown once more, and the rest is saved', async () => {
  const { notes: _gone, ...left } = lessons.properties
  const refused = { error: 'x', code: 'invalid_input', fields: { notes: 'notes is not a field of this table' } }
  const calls = openDashboard(
    {
      '/api/admin/schemas': [
        [200, [lessons]],
        [200, [{ ...lessons, properties: left }]],
      ],
      [item]: [
        [200, saturday],
        [422, refused],
        [200, saturday],
      ],
    },
    edit,
  )
  await form()
  await retype('Notes', 'Bring water.')
  await retype('Name', 'Sunday range')
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain('Not saved: Notes “Bring water.”')
  await waitFor(() => expect(screen.queryByLabelText('Notes')).toBeNull())
  expect(field('Name').value).toBe('Sunday range')
  await save()
  await screen.findByText('Changes saved')
  expect(writes(calls).map(({ body }) => body)).toEqual([
    { name: 'Sunday range', notes: 'Bring water.' },
    { name: 'Sunday range' },
  ])
})

test('a record saved unchanged is not sent at all', async () => {
  const calls = openDashboard({}, edit)
  await form()
  await save()
  await screen.findByText('Changes saved')
  expect(writes(calls)).toEqual([])
})

test('an emptied field is sent as null', async () => {
  const calls = openDashboard(
    {
      [item]: [
        [200, saturday],
        [200, saturday],
      ],
    },
    edit,
  )
  await form()
  await userEvent.clear(field('Seats'))
  await userEvent.clear(field('Day'))
  await userEvent.selectOptions(field('Place'), '')
  await save()
  await screen.findByText('Changes saved')
  expect(writes(calls)[0]?.body).toEqual({ seats: null, day: null, place: null })
})

test('a number that would be rounded is refused, not rounded', async () => {
  const calls = openDashboard({}, edit)
  await form()
  await userEvent.type(field('Price'), '9007199254740993')
  expect(screen.getByText('Price must be a number')).toBeTruthy()
  await userEvent.clear(field('Price'))
  await userEvent.type(field('Price'), '1,')
  expect(screen.getByText('Write decimals with a point, such as 1.5.')).toBeTruthy()
  expect(writes(calls)).toEqual([])
})

test('a running save disables Save and Close', async () => {
  const calls = openDashboard({ [item]: [[200, saturday], silence] }, edit)
  const button = await form()
  await userEvent.type(field('Name'), 's')
  button.click()
  button.click()
  await screen.findByRole('button', { name: 'Saving...' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close' }).disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
  expect(writes(calls)).toHaveLength(1)
})

test('retrying a create repeats the idempotency key; other content gets another one', async () => {
  const calls = openDashboard({ [list]: [[200, pageWith([])], 'offline', 'offline', 'offline'] }, '/admin?record=new')
  await form()
  await userEvent.type(field('Name'), 'Bows')
  await retype('Seats', '5')
  for (const more of ['', '', '!']) {
    if (more) await userEvent.type(field('Name'), more)
    await save()
    await screen.findByText('Network error. Please try again.')
    await form()
  }
  const keys = writes(calls).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
})

test.each([
  [[422, { error: 'Check the fields.', code: 'invalid_input', fields: { name: 'Name is taken' } }], 'Name is taken'],
  [[500, 'what?'], 'Request failed with status 500'],
  [[200, 'what?'], 'Failed to update record'],
])('what the service refuses is told in the form, which stays open: %j', async (answer, text) => {
  openDashboard({ [item]: [[200, saturday], answer as [number, unknown]] }, edit)
  await form()
  await userEvent.type(field('Name'), '!')
  await save()
  await screen.findByText(text)
  expect(field('Name').value).toBe('Saturday range!')
})

test('a stale save can be compared, then overwrites', async () => {
  const theirs = { ...saturday, name: 'Theirs', seats: 20, updated_at: '2026-02-02T00:00:00.000Z' }
  const stale: [number, unknown] = [409, { error: 'Changed.', code: 'conflict', record: theirs }]
  const calls = openDashboard({ [item]: [[200, saturday], stale, [200, theirs]] }, edit)
  await form()
  await retype('Name', 'Mine')
  await save()
  await screen.findByText('Changed by someone else')
  await userEvent.click(screen.getByRole('button', { name: 'See the changes' }))
  const rows = within(screen.getByRole('dialog'))
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows).toEqual(['FieldYoursTheirs', 'NameMineTheirs', 'Seats1220'])
  await userEvent.click(screen.getByRole('button', { name: 'Overwrite with mine' }))
  await screen.findByText('Changes saved')
  const last = writes(calls).at(-1)
  expect(last?.body).toEqual({ name: 'Mine' })
  expect(last?.headers.get('if-match')).toBe('"2026-02-02T00:00:00.000Z"')
})

test('a right that ends in the middle of an edit is named, and what was typed stays', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const hidden = { error: 'Not found.', code: 'not_found' }
  openDashboard(
    {
      [item]: [
        [200, saturday],
        [404, hidden],
      ],
    },
    edit,
  )
  await form()
  await retype('Name', 'Mine')
  await save()
  await screen.findByText(/^You no longer have access to this table, so nothing was saved\./)
  expect(field('Name').value).toBe('Mine')
})

test('a record that is gone for good is named as deleted, and what was typed stays', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const gone = { error: 'This record does not exist.', code: 'not_found', deleted: null }
  openDashboard(
    {
      [item]: [
        [200, saturday],
        [404, gone],
      ],
    },
    edit,
  )
  await form()
  await retype('Name', 'Mine')
  await save()
  await screen.findByText(/^This record was deleted while you were editing\./)
  expect(field('Name').value).toBe('Mine')
})

test('a stale save can be replaced by the saved version', async () => {
  const theirs = { ...saturday, name: 'Theirs', updated_at: '2026-02-02T00:00:00.000Z' }
  openDashboard(
    {
      [item]: [
        [200, saturday],
        [409, { error: 'Changed.', code: 'conflict', record: theirs }],
      ],
    },
    edit,
  )
  await form()
  await retype('Name', 'Mine')
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Reload theirs' }))
  expect(field('Name').value).toBe('Theirs')
  expect(screen.queryByText('Changed by someone else')).toBeNull()
})

test('a save of a deleted record names who deleted it and can recreate it', async () => {
  const gone = {
    error: 'Gone.',
    code: 'not_found',
    deleted: { by: 'other@example.com', at: '2026-02-02T12:00:00.000Z' },
  }
  const calls = openDashboard(
    {
      [item]: [
        [200, saturday],
        [404, gone],
      ],
      [list]: [
        [200, pageWith([saturday])],
        [201, { ...saturday, id: recordId(7) }],
        [200, pageWith([])],
      ],
    },
    edit,
  )
  await form()
  await retype('Name', 'Mine')
  await save()
  await screen.findByText(/^This record was deleted by other@example.com at .*2026/)
  await userEvent.click(screen.getByRole('button', { name: 'Recreate it' }))
  await screen.findByText('Lesson added')
  expect(writes(calls).at(-1)).toMatchObject({ method: 'POST', path: list, body: { name: 'Mine', seats: 12 } })
})

test('unsaved changes are confirmed before Close, Back and reload', async () => {
  openDashboard({}, '/admin?table=lessons')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Saturday range' }))
  await form()
  await userEvent.type(field('Name'), '!')
  const unload = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(unload)
  expect(unload.defaultPrevented).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('alertdialog', { name: 'Unsaved changes' })
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(field('Name').value).toBe('Saturday range!')
  await userEvent.type(field('Name'), '!{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a file is uploaded when chosen, and its address is saved', async () => {
  const url = `/api/files/${recordId(5)}`
  const calls = openDashboard(
    {
      [item]: [
        [200, saturday],
        [200, saturday],
      ],
      '/api/upload/image': [
        [422, { error: 'The image is broken.', code: 'invalid_input' }],
        [201, { id: recordId(5), url, name: 'bow.png', size: 3, type: 'image/png' }],
      ],
    },
    edit,
  )
  await form()
  const file = new File(['png'], 'bow.png', { type: 'image/png' })
  await userEvent.upload(field('Photo'), file)
  await screen.findByText('The image is broken.')
  await userEvent.upload(field('Photo'), file)
  expect((await screen.findByAltText('Preview of Photo')).getAttribute('src')).toBe(url)
  const upload = writes(calls)[0]!
  expect(upload.headers.get('x-requested-with')).toBe('fetch')
  expect((upload.body as FormData).get('file')).toBeInstanceOf(File)
  await save()
  await screen.findByText('Changes saved')
  expect(writes(calls).at(-1)?.body).toEqual({ photo: url })
})

test('a file that is too large is refused before it is sent', async () => {
  const calls = openDashboard({}, edit)
  await form()
  const file = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' })
  await userEvent.upload(field('Photo'), file)
  await screen.findByText('The file is larger than 5 MB.')
  expect(writes(calls)).toEqual([])
})

test('a table without a title creates a Record', async () => {
  const { title: _none, ...untitled } = lessons
  openDashboard({ '/api/admin/schemas': [200, [untitled]] }, '/admin?record=new')
  await dialog('Create Record')
})

test('a deleted record shows who deleted it instead of a form', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const gone = {
    error: 'Not found.',
    code: 'not_found',
    deleted: { by: 'other@example.com', at: '2026-02-02T12:00:00.000Z' },
  }
  openDashboard({ [item]: [404, gone] }, edit)
  await screen.findByText(/^This record was deleted by other@example.com at/)
})
