// @vitest-environment happy-dom
import { startImportDoc } from '@app/contracts/calls/imports.doc'
import type { ImportReport } from '@app/contracts/imports'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#testing/screen'
import { CheckStep } from './check-step'

const checked = { ...(startImportDoc.responses[201]!.example as ImportReport), state: 'checked' } satisfies ImportReport
const schema = { name: 'lessons', properties: {} }

test('rows with errors beyond those that are listed are counted', () => {
  // Two errors of one row, and one of the next; the report holds only the first errors of 240 rows.
  const errors = [2, 2, 3].map((row, at) => ({ row, column: 'Seats', message: `Seats is wrong ${at}` }))
  show(<CheckStep schema={schema} report={{ ...checked, errorRows: 240, errors }} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getByText('238 more rows like these')).toBeTruthy()
})

test('a list of all errors names no others', () => {
  const errors = [{ row: 2, column: 'Seats', message: 'Seats is wrong' }]
  show(<CheckStep schema={schema} report={{ ...checked, errorRows: 1, errors }} />)
  expect(screen.queryByText(/like these/)).toBeNull()
})
