import type { Job } from '@app/contracts/jobs'
import type { EditableSchema } from '@app/contracts/schema-editor'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { Toasts } from '#ui/toast'
import { SchemaPage } from './schema-page'

const summary = { name: 'trips', title: 'Trips', savedAt: null, savedBy: null, isRetired: false }
const stored: EditableSchema = {
  ...summary,
  version: 'v1',
  schema: {
    name: 'trips',
    title: 'Trips',
    required: ['goal'],
    properties: { goal: { type: 'string', title: 'Goal', maxLength: 50 }, size: { type: 'string', title: 'Size' } },
  },
  retiredFields: [
    { name: 'guide', field: { type: 'string', title: 'Guide' }, retiredAt: '2026-11-01T00:00:00.000Z', daysLeft: 9 },
  ],
  neededFields: ['goal'],
}
const fits = { checked: 3, total: 3, next: null, faults: [], records: [], retired: [] }
const api = '/api/admin/shape'
const publish = `${api}/trips/publish`
const published: Job = {
  ...{ id: 'b'.repeat(24), kind: 'publish', table: 'trips', state: 'done', total: 3, done: 3, changed: 0, skipped: [] },
  ...{ actor: null, createdAt: '2026-11-01T10:00:00.000Z', startedAt: null, endedAt: null, undoable: true },
}

type Network = Parameters<typeof answers>[0]

function open(network: Network = {}, table: string | null = 'trips', onAdded?: () => void) {
  const calls = answers({
    [api]: [200, { data: [summary] }],
    [`${api}/trips`]: [200, stored],
    [`${api}/trips/impact`]: [200, fits],
    ...network,
  })
  const onOpen = vi.fn()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  show(
    <QueryClientProvider client={client}>
      <SchemaPage table={table} onOpen={onOpen} onAdded={onAdded} />
      <Toasts />
    </QueryClientProvider>,
  )
  return { calls, onOpen, sent: (method: string) => calls.filter((call) => call.method === method) }
}

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const preview = () => within(screen.getByRole('region', { name: 'Preview of the form' }))

test('a choice with colored options is added, shown in the preview, checked and saved', async () => {
  const { sent } = open({ [publish]: [202, published] })
  await click('Add a field')
  const field = await dialog('Add a field')
  await userEvent.type(field.getByLabelText('Name'), 'T-shirt size')
  await userEvent.selectOptions(field.getByLabelText('Kind'), 'Choice')
  await userEvent.click(field.getByRole('button', { name: 'Add' }))
  expect(field.getByText('Add at least one option')).toBeTruthy()
  for (const [at, label] of ['Small', 'Large'].entries()) {
    await userEvent.click(field.getByRole('button', { name: 'Add an option' }))
    await userEvent.type(field.getByLabelText(`Option ${at + 1}`), label)
  }
  expect(field.queryByText('Add at least one option')).toBeNull()
  await userEvent.selectOptions(field.getByLabelText('Color of option 2'), 'Blue')
  await userEvent.click(field.getByRole('button', { name: 'Add' }))
  expect(preview().getByLabelText('T-shirt size')).toBeTruthy()

  await click('Check and save')
  const check = await dialog('Check and save')
  expect(check.getByText('T-shirt size added')).toBeTruthy()
  await check.findByText('All 3 records fit.')
  await userEvent.click(check.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent('POST').at(-1)?.path).toBe(publish))
  // The editor goes on with what is stored now.
  await waitFor(() => expect(sent('GET').filter(({ path }) => path === `${api}/trips`)).toHaveLength(2))
  expect(sent('POST').at(-1)?.body).toMatchObject({
    version: 'v1',
    fixes: {},
    schema: {
      properties: {
        t_shirt_size: {
          type: 'string',
          title: 'T-shirt size',
          enum: ['small', 'large'],
          enumNames: ['Small', 'Large'],
          enumColors: ['green', 'blue'],
        },
      },
    },
  })
})

test('Enter in an option adds the next one and leaves the dialog open; an empty option adds none', async () => {
  open()
  await click('Add a field')
  const field = await dialog('Add a field')
  await userEvent.type(field.getByLabelText('Name'), 'Bow')
  await userEvent.selectOptions(field.getByLabelText('Kind'), 'Choice')
  await userEvent.click(field.getByRole('button', { name: 'Add an option' }))
  await userEvent.type(field.getByLabelText('Option 1'), 'Longbow{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(field.getByLabelText('Option 2')))
  await userEvent.keyboard('{Enter}')
  expect(field.getAllByLabelText(/^Option \d$/)).toHaveLength(2)
})

test('from a list: options are typed one after the other in colors of their own, saved at once, and the list returns', async () => {
  const onAdded = vi.fn()
  const { sent } = open({ [publish]: [202, published] }, 'trips', onAdded)
  const field = await dialog('Add a field')
  await userEvent.type(field.getByLabelText('Name'), 'Bow')
  await userEvent.selectOptions(field.getByLabelText('Kind'), 'Choice')
  const first = field.getByLabelText('Option 1')
  await userEvent.type(first, 'Longbow{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(field.getByLabelText('Option 2')))
  await userEvent.keyboard('Recurve{Enter}')
  // A row that nothing was typed in is none.
  await waitFor(() => expect(document.activeElement).toBe(field.getByLabelText('Option 3')))
  await userEvent.click(field.getByRole('button', { name: 'Add' }))
  const check = await dialog('Check and save')
  await check.findByText('All 3 records fit.')
  expect(onAdded).not.toHaveBeenCalled()
  await userEvent.click(check.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onAdded).toHaveBeenCalledOnce())
  expect(sent('POST').at(-1)?.body).toMatchObject({
    schema: { properties: { bow: { enum: ['longbow', 'recurve'], enumColors: ['green', 'amber'] } } },
  })
})

test.each([
  ['The first records as they are stored.', [{ id: '1', goal: 'Hit the gold' }], 'Hit the gold'],
  ['Sample values: the table has no records yet.', [], 'Goal 1'],
])('the preview of the list says %j and shows such', async (source, data, value) => {
  open({ '/api/tables/trips': [200, { data, page: 1, limit: 3, total: data.length, totalPages: 1 }] })
  await screen.findByText(source)
  within(screen.getByRole('region', { name: 'Preview of the list' })).getByText(value)
})

test('values that would not fit are counted over all parts, and set', async () => {
  const id = 'a'.repeat(24)
  const faults = [{ field: 'size', message: 'Size must be a number', count: 2 }]
  const { sent } = open({
    [`${api}/trips/impact`]: [
      [
        200,
        { ...fits, checked: 2, total: 4, next: id, faults, records: [{ id, label: 'Folsom', fields: { size: 'x' } }] },
      ],
      [200, { ...fits, checked: 2, total: 4, faults }],
    ],
    [publish]: [202, { ...published, state: 'running', changed: 2 }],
    [`/api/jobs/${published.id}`]: [
      [200, { ...published, state: 'running', changed: 3 }],
      [200, { ...published, changed: 4, skipped: [{ id, reason: 'Goal is required' }] }],
    ],
  })
  await click('Edit Size')
  const field = await dialog('Size')
  await userEvent.selectOptions(field.getByLabelText('Kind'), 'Whole number')
  await userEvent.click(field.getByRole('button', { name: 'Done' }))
  await click('Check and save')
  const check = await dialog('Check and save')
  await check.findByText('4 records: Size must be a number')
  await userEvent.click(check.getByLabelText('Set them to'))
  await userEvent.type(check.getByLabelText('New value of Size'), '12')
  await userEvent.click(check.getByRole('button', { name: 'Save' }))
  await check.findByRole('button', { name: '3 records changed...' })
  await screen.findByText('Saved Trips. 4 records changed. 1 record keeps values that do not fit.')
  const call = sent('POST').find(({ path }) => path === publish)
  expect(call?.body).toMatchObject({ version: 'v1', fixes: { size: { action: 'set', value: 12 } } })
  expect(sent('PUT')).toEqual([])
})

test('another person saved first: the message says who, and the draft stays', async () => {
  const error = 'eve@example.com has saved this table since you opened it. Load it again to see the change.'
  open({
    [publish]: [409, { error, code: 'conflict', savedBy: 'eve@example.com', savedAt: null }],
  })
  const title = await screen.findByLabelText('Name of the table')
  await userEvent.clear(title)
  await userEvent.type(title, 'Journeys')
  await click('Check and save')
  const check = await dialog('Check and save')
  await check.findByText('All 3 records fit.')
  await userEvent.click(check.getByRole('button', { name: 'Save' }))
  expect((await check.findByRole('alert')).textContent).toContain('eve@example.com has saved this table')
  expect(check.getByRole('button', { name: 'Load their version' })).toBeTruthy()
  await userEvent.click(check.getByRole('button', { name: 'Back to editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('Name of the table').value).toBe('Journeys')
})

test('fields are moved, retired and brought back; what the product needs cannot be retired', async () => {
  open()
  const fields = async () =>
    within(await screen.findByRole('list', { name: 'Fields' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  expect(await fields()).toEqual(['GoalText\u00a0· Required\u00a0· At most 50 characters', 'SizeText'])
  await click('Move Size up')
  expect((await fields())[0]).toBe('SizeText')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Retire Goal' }).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Retire this table' })).toBeNull()
  await click('Retire Size')
  await click('Bring back Guide')
  expect((await fields()).map((text) => text?.slice(0, 4))).toEqual(['Goal', 'Guid'])
  await click('All tables')
  expect(await screen.findByRole('alertdialog', { name: 'Unsaved changes' })).toBeTruthy()
})

test('the list names tables that are retired or cannot be read, and a new one starts with a name', async () => {
  const broken = { ...summary, name: 'walks', title: 'Walks', error: 'The description is not valid.' }
  const { sent, onOpen } = open(
    {
      [api]: [
        [200, { data: [{ ...summary, isRetired: true }, broken] }],
        [201, { ...stored, name: 'rides', title: 'Rides' }],
        [200, { data: [] }],
      ],
    },
    null,
  )
  await screen.findByText('Retired')
  expect(screen.getByText('Hidden: cannot be read')).toBeTruthy()
  await click('Add a table')
  const made = await dialog('Add a table')
  await userEvent.click(made.getByRole('button', { name: 'Add' }))
  expect(made.getByText('Name is required')).toBeTruthy()
  await userEvent.type(made.getByLabelText('Name of the table'), 'Rides')
  expect(made.queryByText('Name is required')).toBeNull()
  await userEvent.click(made.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith('rides'))
  expect(sent('POST')[0]?.body).toMatchObject({ schema: { name: 'rides', title: 'Rides', required: ['name'] } })
})

test('a draft stays when the list of tables cannot be loaded again', async () => {
  const { sent } = open({ [api]: [[200, { data: [summary] }], 'offline'] })
  await click('Add a field')
  const field = await dialog('Add a field')
  await userEvent.type(field.getByLabelText('Name'), 'Bus')
  await userEvent.click(field.getByRole('button', { name: 'Add' }))
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(sent('GET').filter(({ path }) => path === api)).toHaveLength(2))
  await expect(screen.findByText('Network error. Please try again.', {}, { timeout: 200 })).rejects.toThrow()
  expect(preview().getByLabelText('Bus')).toBeTruthy()
})

test('a publication that was stopped says why, and nothing says that it was saved', async () => {
  const reason = 'The right to do this has ended. What was done before is kept.'
  open({ [publish]: [202, { ...published, state: 'stopped', reason }] })
  await userEvent.type(await screen.findByLabelText('Name of the table'), ' 2')
  await click('Check and save')
  const check = await dialog('Check and save')
  await check.findByText('All 3 records fit.')
  await userEvent.click(check.getByRole('button', { name: 'Save' }))
  expect((await check.findByRole('alert')).textContent).toContain(reason)
  expect(screen.queryByText(/^Saved/)).toBeNull()
})
