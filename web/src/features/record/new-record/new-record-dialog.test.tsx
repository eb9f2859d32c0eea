// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { expect, test } from 'vitest'
import { NewRecordContext } from '#features/list/references/new-record'
import { RecordPicker } from '#features/list/references/record-picker'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
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
const ada = { id: 'a'.repeat(24), label: 'Ada Brook', badges: [{ label: 'Waiver missing', tone: 'red' as const }] }

function Picker({ onSubmit }: { onSubmit?: () => void }) {
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
          schema={students}
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
async function typeName(name: string, given: Parameters<typeof answers>[0] = {}, onSubmit?: () => void) {
  const calls = answers({
    '/api/tables/lessons/choices/students': [[200, { data: [] }]],
    '/api/tables/students': [201, { id: newId, name }],
    ...given,
  })
  show(<Picker onSubmit={onSubmit} />)
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
