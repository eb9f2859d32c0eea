import type { ImportReport } from '@app/contracts/imports'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '#testing/screen'
import { CheckStep } from './check-step'
import { exampleReport } from './example-report.fixture'

const checked = { ...exampleReport, state: 'checked' } satisfies ImportReport
const schema = {
  name: 'students',
  singular: 'Student',
  properties: { guardians: { type: 'array', title: 'Guardian' } },
}

test('rows with errors beyond those that are listed are counted', () => {
  // Two errors of one row, and one of the next; the report holds only the first errors of 240 rows.
  const errors = [2, 2, 3].map((row, at) => ({ row, column: 'Seats', message: `Seats is wrong ${at}` }))
  show(
    <CheckStep
      schema={schema}
      report={{ ...checked, errorRows: 240, errors }}
      busy={false}
      onCorrect={() => {}}
      onReplace={() => {}}
    />,
  )
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getByText('238 more rows like these')).toBeTruthy()
})

test('columns that are not imported are named and counted', () => {
  const headers = ['Name', ...Array.from({ length: 10 }, (_, at) => `Extra ${at + 1}`)]
  const mapping = { Name: 'name', ...Object.fromEntries(headers.slice(1).map((header) => [header, null])) }
  const check = (report: ImportReport) => (
    <CheckStep schema={schema} report={report} busy={false} onCorrect={() => {}} onReplace={() => {}} />
  )
  const { unmount } = show(check({ ...checked, headers, mapping }))
  expect(screen.getByText(/10 columns not imported: Extra 1, .*Extra 8 and 2 more$/)).toBeTruthy()
  unmount()
  show(check({ ...checked, headers: ['Name'], mapping: { Name: 'name' } }))
  expect(screen.queryByText(/not imported/)).toBeNull()
})

test('a list of all errors names no others', () => {
  const errors = [{ row: 2, column: 'Seats', message: 'Seats is wrong' }]
  show(
    <CheckStep
      schema={schema}
      report={{ ...checked, errorRows: 1, errors }}
      busy={false}
      onCorrect={() => {}}
      onReplace={() => {}}
    />,
  )
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
  show(<CheckStep schema={schema} report={report} busy={false} onCorrect={onCorrect} onReplace={() => {}} />)
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

const family = {
  field: 'guardians',
  title: 'Guardians',
  singular: 'Guardian',
  choices: [{ value: 'guardians.1.phone', label: 'Guardian: Phone', options: [], isJoined: false }],
  create: 18,
  found: 1,
  people: [
    { row: 2, rows: 2, isFound: false, values: { name: 'Ann Lee', phone: '916-555-0142' } },
    { row: 4, rows: 1, isFound: true, values: { name: 'Gus Hall', phone: '916-555-0177' }, kept: { phone: null } },
  ],
}

test('it is said how many guardians will be created, who they are, and what stays', async () => {
  const creates = [{ row: 2, values: { name: 'Bo Lee', guardians: ['a'.repeat(24)] }, family: ['Ann Lee'] }]
  const report = { ...checked, create: 30, errorRows: 0, errors: [], family, creates }
  show(<CheckStep schema={schema} report={report} busy={false} onCorrect={() => {}} onReplace={() => {}} />)
  expect(screen.getByRole('status').textContent).toContain('18 guardians will be created, 1 is in the table already')
  expect(screen.getByRole('listitem').textContent).toBe('Row 2Name: Bo LeeGuardian: Ann Lee')
  await userEvent.click(screen.getByRole('button', { name: 'Guardians 19' }))
  const [ann, gus] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(ann).toContain('Ann Lee\u00a0· 916-555-0142New, 2 students')
  expect(gus).toContain('In the table already, 1 student. Phone stays empty')
  expect(screen.getByText('17 more rows like these')).toBeTruthy()
})

test('a cell of a choice is corrected by a choice', async () => {
  const onCorrect = vi.fn()
  const errors = [{ row: 2, column: 'Level', message: 'Level must be one of the valid options', cell: 'Expert' }]
  const report = { ...checked, errorRows: 1, errors, mapping: { Level: 'level' } }
  const levels = { ...schema, properties: { level: { type: 'string', enum: ['a'], enumNames: ['Advanced'] } } }
  show(<CheckStep schema={levels} report={report} busy={false} onCorrect={onCorrect} onReplace={() => {}} />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Row 2, Level' }), 'Advanced')
  await userEvent.click(screen.getByRole('button', { name: 'Check 1 correction' }))
  expect(onCorrect.mock.calls).toEqual([[[{ row: 2, column: 'Level', value: 'Advanced' }]]])
})

test('a proposal is sent with a correction of another row only as it is selected', async () => {
  const onCorrect = vi.fn()
  const error = { column: 'Level', message: 'Level must be one of the valid options' }
  const errors = ['intermed.', 'advansed', 'expert'].map((cell, at) => ({ ...error, row: at + 2, cell }))
  const report = { ...checked, errorRows: 3, errors, mapping: { Level: 'level' } }
  const enumNames = ['Intermediate', 'Advanced']
  const levels = { ...schema, properties: { level: { type: 'string', enum: ['i', 'a'], enumNames } } }
  show(<CheckStep schema={levels} report={report} busy={false} onCorrect={onCorrect} onReplace={() => {}} />)
  const choices = screen.getAllByRole<HTMLSelectElement>('combobox')
  expect(choices.map(({ value }) => value)).toEqual(['Intermediate', 'Advanced', 'expert'])
  await userEvent.selectOptions(choices[0]!, 'intermed.')
  await userEvent.selectOptions(choices[2]!, 'Advanced')
  await userEvent.click(screen.getByRole('button', { name: 'Check 2 corrections' }))
  const sent = [3, 4].map((row) => ({ row, column: 'Level', value: 'Advanced' }))
  expect(onCorrect.mock.calls).toEqual([[sent]])
})

test('a value that was put right in all rows can be taken back', async () => {
  const onReplace = vi.fn()
  const replacements = [{ column: 'Level', from: 'intermed.', to: 'Intermediate' }]
  const report = { ...checked, errorRows: 0, errors: [], replacements }
  show(<CheckStep schema={schema} report={report} busy={false} onCorrect={() => {}} onReplace={onReplace} />)
  await userEvent.click(screen.getByRole('button', { name: 'Corrected 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Undo intermed. = Intermediate' }))
  expect(onReplace.mock.calls).toEqual([[[{ column: 'Level', from: 'intermed.', to: null }]]])
})
