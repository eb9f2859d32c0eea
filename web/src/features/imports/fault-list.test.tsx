import type { ImportReport } from '@app/contracts/imports'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '#testing/screen'
import { ImportNotes } from './columns-step'
import { FaultList } from './error-list'
import { exampleReport } from './example-report.fixture'

const checked = { ...exampleReport, state: 'checked' } satisfies ImportReport
const schema = {
  name: 'students',
  properties: { level: { type: 'string', enum: ['intermediate'], enumNames: ['Intermediate'] } },
}
const fault = {
  column: 'Level',
  value: 'intermed.',
  message: 'Level must be one of the valid options',
  row: 2,
  rows: 7,
}

test('a value of several rows is put right once, by a choice where its field has choices', async () => {
  const onReplace = vi.fn()
  const report = { ...checked, faults: [fault, { ...fault, value: 'expert', rows: 1 }] }
  show(<FaultList schema={schema} report={report} busy={false} onReplace={onReplace} />)
  // The probable one is chosen, and may be unchosen.
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: /intermed\. ?, 7 rows/ })
  expect(choice.value).toBe('Intermediate')
  await userEvent.selectOptions(choice, 'Choose what it means')
  expect(screen.queryByRole('button')).toBeNull()
  await userEvent.selectOptions(choice, 'Intermediate')
  await userEvent.click(screen.getByRole('button', { name: 'Put right in 7 rows' }))
  expect(onReplace.mock.calls).toEqual([[[{ column: 'Level', from: 'intermed.', to: 'Intermediate' }]]])
})

test('the order of day and month is asked, and answered by one click', async () => {
  const onChange = vi.fn()
  const notes = [
    {
      kind: 'day-month',
      column: 'DOB',
      message: 'DOB: 3/4/2001 is March 4, 2001, or April 3, 2001.',
      mustAnswer: true,
    },
  ]
  show(<ImportNotes report={{ ...checked, notes }} busy={false} onChange={onChange} />)
  await userEvent.click(screen.getByRole('button', { name: 'Day first' }))
  expect(onChange.mock.calls).toEqual([[{ dayFirst: true }]])
})
