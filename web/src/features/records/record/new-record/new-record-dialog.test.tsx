import type { TableSchema } from '@app/table-schema/schema'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { RecordPicker } from '../../list/references/record-picker'
import { NewRecordContext } from '../../list/references/references.api'
import { NewRecordDialog } from './new-record-dialog'

const students = {
  name: 'students',
  singular: 'Student',
  title_field: 'name',
  required: ['name', 'birth_date', 'level'],
  properties: {
    name: { type: 'string', title: 'Full Name', minLength: 2 },
    birth_date: { type: 'string', title: 'Date of birth', format: 'date' },
    level: { type: 'string', title: 'Level', enum: ['beginner', 'advanced'], default: 'beginner' },
    guardian: {
      type: 'string',
      title: 'Guardian',
      required_if: [{ field: 'birth_date', younger_than: 18 }],
    },
    notes: { type: 'string', title: 'Notes', format: 'textarea' },
  },
}
const guardians = {
  name: 'guardians',
  singular: 'Guardian',
  title_field: 'name',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Full Name', minLength: 2 },
    phone: { type: 'string', title: 'Phone', required_if: [{ field: 'email', empty: true }] },
    email: { type: 'string', title: 'Email', format: 'email' },
  },
}
const { guardian, ...others } = students.properties
const juniors = {
  ...students,
  properties: {
    ...others,
    guardians: {
      type: 'array',
      title: 'Guardian',
      items: { type: 'string', format: 'reference', table: 'guardians' },
      required_if: guardian.required_if,
    },
  },
}
const ada = { id: 'a'.repeat(24), label: 'Ada Brook', badges: [{ label: 'Waiver missing', tone: 'red' as const }] }

function Picker({ onSubmit, schema = students }: { onSubmit?: () => void; schema?: TableSchema }) {
  const [ids, setIds] = useState<readonly string[]>([])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <NewRecordContext value={NewRecordDialog}>
      <form onSubmit={submit}>
        <p>Chosen: {ids.join(' ')}</p>
        <RecordPicker
          id="students"
          label="Students"
          table="lessons"
          field="students"
          schema={schema}
          multiple
          ids={ids}
          onIds={setIds}
          creates
        />
      </form>
    </NewRecordContext>
  )
}

const newId = 'b'.repeat(24)
async function typeName(
  name: string,
  given: Parameters<typeof answers>[0] = {},
  onSubmit?: () => void,
  schema?: TableSchema,
) {
  const calls = answers({
    '/api/tables/lessons/choices/students': [[200, { data: [] }]],
    '/api/tables/students': [201, { id: newId, name }],
    ...given,
  })
  show(<Picker onSubmit={onSubmit} schema={schema} />)
  await userEvent.type(screen.getByRole('combobox'), name)
  await userEvent.click(await screen.findByRole('option', { name: `Create “${name}”` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New student' }))
  return { calls, dialog }
}

test('a new student has only the fields it needs, with the name filled in; a minor also a guardian', async () => {
  let submitted = 0
  const { calls, dialog } = await typeName('Ada Brook', {}, () => submitted++)
  const labels = () => [...document.querySelectorAll('dialog label')].map((label) => label.textContent)
  expect(labels()).toEqual(['Full Name *', 'Date of birth *', 'Level *'])
  expect(dialog.getByLabelText<HTMLInputElement>(/^Full Name/).value).toBe('Ada Brook')
  expect(document.activeElement).toBe(dialog.getByLabelText(/^Date of birth/))
  await userEvent.type(dialog.getByLabelText(/^Date of birth/), '2020-05-01')
  expect(labels()).toContain('Guardian *')
  await userEvent.click(dialog.getByRole('button', { name: 'Add student' }))
  await dialog.findByText('Guardian is required')
  await userEvent.type(dialog.getByLabelText(/^Guardian/), 'R. Brook')
  await userEvent.click(dialog.getByRole('button', { name: 'Add student' }))
  await screen.findByText(`Chosen: ${newId}`)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { name: 'Ada Brook', birth_date: '2020-05-01', level: 'beginner', guardian: 'R. Brook', notes: null },
  ])
  expect(submitted, 'the form around the picker is not sent').toBe(0)
})

test('a likely duplicate is offered first and chosen instead', async () => {
  const { calls } = await typeName('Ada Brok', {
    '/api/tables/lessons/choices/students': [200, { data: [ada] }],
  })
  const likely = within(await screen.findByRole('region', { name: 'Likely the same' }))
  expect(likely.getByText('Waiver missing')).toBeTruthy()
  await userEvent.click(likely.getByRole('button', { name: 'Ada Brook' }))
  await screen.findByText(`Chosen: ${ada.id}`)
  expect(calls.every(({ method }) => method === 'GET')).toBe(true)
})

test('what was typed stays when the record cannot be saved', async () => {
  const { dialog } = await typeName('Cleo', {
    '/api/tables/students': [503, { error: 'The service is busy.', code: 'unavailable' }],
  })
  await userEvent.type(dialog.getByLabelText(/^Date of birth/), '1990-05-01')
  await userEvent.click(dialog.getByRole('button', { name: 'Add student' }))
  await dialog.findByText('The service is busy.')
  expect(dialog.getByLabelText<HTMLInputElement>(/^Full Name/).value).toBe('Cleo')
})

const guardianId = 'c'.repeat(24)
const brook = { id: guardianId, label: 'R. Brook' }
const choices = '/api/tables/students/choices/guardians'
const posted = (calls: ReturnType<typeof answers>) =>
  calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])

async function typeMinor(name: string, given: Parameters<typeof answers>[0] = {}) {
  const found = await typeName(
    name,
    {
      '/api/admin/schemas': [200, [juniors, guardians]],
      [choices]: [200, { data: [] }],
      '/api/tables/guardians': [201, { id: guardianId, name: 'R. Brook' }],
      ...given,
    },
    undefined,
    juniors,
  )
  await userEvent.type(found.dialog.getByLabelText(/^Date of birth/), '2020-05-01')
  return found
}
const student = { name: 'Ben Ito', birth_date: '2020-05-01', level: 'beginner', notes: null, guardians: [guardianId] }

test('a guardian who is new is typed into the same form, with the phone number in one go or in its field', async () => {
  const { calls, dialog } = await typeMinor('Ben Ito')
  await userEvent.type(await dialog.findByRole('combobox', { name: 'Guardian' }), 'R. Brook')
  const fields = within(await dialog.findByRole('group', { name: 'New guardian' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add student' }))
  expect(posted(calls), 'nothing is created before all of it can be').toEqual([])
  expect((await fields.findByLabelText(/^Phone/)).getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(dialog.getByRole('combobox', { name: 'Guardian' }), ' 916-555-0142')
  await dialog.findByText('New guardian: R. Brook, 916-555-0142')
  await userEvent.click(dialog.getByRole('button', { name: 'Add student' }))
  await screen.findByText(`Chosen: ${newId}`)
  expect(posted(calls)).toEqual([
    ['/api/tables/guardians', { name: 'R. Brook', phone: '916-555-0142', email: null }],
    ['/api/tables/students', student],
  ])
})

test('the guardian is created once, also when the student is refused and sent again', async () => {
  const namesakes = { data: [], page: 1, limit: 20, total: 0, totalPages: 0 }
  const { calls, dialog } = await typeMinor('Ben Ito', {
    '/api/tables/students?page=1&limit=20&sort=created_at%3Adesc&q=Ito': [200, namesakes],
    '/api/tables/students': [
      [503, { error: 'The service is busy.', code: 'unavailable' }],
      [201, { id: newId, name: 'Ben Ito' }],
    ],
  })
  await userEvent.type(await dialog.findByRole('combobox', { name: 'Guardian' }), 'R. Brook 916-555-0142')
  await dialog.findByRole('group', { name: 'New guardian' })
  await userEvent.click(dialog.getByRole('button', { name: 'Add student' }))
  await dialog.findByText('The service is busy.')
  await userEvent.click(dialog.getByRole('button', { name: 'Add student' }))
  await screen.findByText(`Chosen: ${newId}`)
  expect(posted(calls).map(([path]) => path)).toEqual([
    '/api/tables/guardians',
    '/api/tables/students',
    '/api/tables/students',
  ])
})

test('guardians of the same family name are offered first; a name that is known is not created again', async () => {
  const { calls, dialog } = await typeMinor('Ben Brook', {
    [choices]: [200, { data: [brook] }],
    '/api/tables/students': [201, { id: newId, name: 'Ben Brook' }],
  })
  const likely = within(await dialog.findByRole('region', { name: 'Likely guardians' }))
  expect(likely.getByRole('button', { name: 'R. Brook' })).toBeTruthy()
  await userEvent.type(dialog.getByRole('combobox', { name: 'Guardian' }), 'r. brook')
  await userEvent.click(dialog.getByRole('button', { name: 'Add student' }))
  await screen.findByText(`Chosen: ${newId}`)
  expect(posted(calls)).toEqual([['/api/tables/students', { ...student, name: 'Ben Brook' }]])
})
