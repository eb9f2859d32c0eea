// @vitest-environment happy-dom
import { startImportDoc } from '@app/contracts/calls/imports.doc'
import type { ImportReport } from '@app/contracts/imports'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '#testing/screen'
import { CheckStep } from './check-step'

const checked = { ...(startImportDoc.responses[201]!.example as ImportReport), state: 'checked' } satisfies ImportReport
const schema = { name: 'lessons', properties: {} }

test('rows with errors beyond those that are listed are counted', () => {
  // Two errors of one row, and one of the next; the report holds only the first errors of 240 rows.
  const errors = [2, 2, 3].map((row, at) => ({ row, column: 'Seats', message: `Seats is wrong ${at}` }))
  show(<CheckStep schema={schema} report={{ ...checked, errorRows: 240, errors }} busy={false} onCorrect={() => {}} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getByText('238 more rows like these')).toBeTruthy()
})

test('a list of all errors names no others', () => {
  const errors = [{ row: 2, column: 'Seats', message: 'Seats is wrong' }]
  show(<CheckStep schema={schema} report={{ ...checked, errorRows: 1, errors }} busy={false} onCorrect={() => {}} />)
  expect(screen.queryByText(/like these/)).toBeNull()
})

test('cells with errors are corrected where they stand, all at once by Enter; a correction can be taken back', async () => {
  const onCorrect = vi.fn()
  const errors = [
    { row: 2, column: 'Level', message: 'Level must be one of the valid options', cell: 'Expert' },
    { row: 3, column: 'Seats', message: 'Seats must be a number', cell: 'ten' },
    { row: 3, column: 'Seats', message: 'Seats is the same as row 2', cell: 'ten' },
    { row: 4, column: null, message: 'has 9 cells, the first row has 2' },
  ]
  const report = { ...checked, errorRows: 3, errors, corrections: [{ row: 7, column: 'Level', value: 'Beginner' }] }
  show(<CheckStep schema={schema} report={report} busy={false} onCorrect={onCorrect} />)
  expect(screen.getAllByRole('textbox')).toHaveLength(2)
  const level = screen.getByRole('textbox', { name: 'Row 2, Level' })
  expect(level.getAttribute('aria-describedby')).toBeTruthy()
  await userEvent.clear(level)
  await userEvent.type(level, 'Advanced')
  const seats = screen.getByRole('textbox', { name: 'Row 3, Seats' })
  await userEvent.clear(seats)
  await userEvent.type(seats, '10{Enter}')
  expect(onCorrect.mock.calls).toEqual([
    [
      [
        { row: 2, column: 'Level', value: 'Advanced' },
        { row: 3, column: 'Seats', value: '10' },
      ],
    ],
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Corrected 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Undo the correction of row 7, Level' }))
  expect(onCorrect.mock.lastCall).toEqual([[{ row: 7, column: 'Level', value: null }]])
})
