import type { TableRecord } from '@app/contracts/tables'
import type { TableSchema } from '@app/table-schema/schema'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { Toasts } from '#ui/toast'
import { useSave } from './use-record-form'

const schema: TableSchema = {
  name: 'lessons',
  title: 'Lessons',
  properties: {
    notes: { type: 'string' },
    students: {
      type: 'array',
      title: 'Students',
      items: { type: 'string', format: 'reference', table: 'students' },
    },
  },
}

const id = 'a'.repeat(24)
const later = '2026-11-28T11:01:00.000Z'
const base: TableRecord = { id, updated_at: '2026-11-28T11:00:00.000Z', notes: 'Oak', students: ['ada', 'ben'] }

const ignore = () => {}

function Save({ values }: { values: TableRecord }) {
  const { save } = useSave(schema, ignore, ignore)
  return (
    <button type="button" onClick={() => save({ values, before: base, base })}>
      Save
    </button>
  )
}

function open(values: TableRecord) {
  const calls = answers({ [`/api/tables/lessons/${id}`]: [200, { ...values, updated_at: later }] })
  show(
    <>
      <Save values={values} />
      <Toasts />
    </>,
  )
  return calls
}

test('a save that takes a record out of a reference says so, and Undo puts it back', async () => {
  const calls = open({ ...base, students: ['ben'] })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Removed from Students')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Lessons: change undone')
  expect(calls.map(({ body }) => body)).toEqual([{ students: ['ben'] }, { students: ['ada', 'ben'] }])
})

test('a save that removes nothing says nothing', async () => {
  const calls = open({ ...base, notes: 'Elm', students: ['ada', 'ben', 'cy'] })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => calls.length).toBe(1)
  expect(screen.queryByText(/Removed/)).toBeNull()
})
