import { expect, test } from 'vitest'
import { changedCorrections } from './changed-import'
import { correctedRow } from './row-drafts'

const headers = ['Name', 'Level', 'Phone']

test('a cell has one correction, which can be changed and taken back', () => {
  const first = changedCorrections(
    headers,
    [],
    [
      { row: 7, column: 'Level', value: 'Beginner' },
      { row: 3, column: 'Name', value: 'Ada' },
    ],
  )
  expect(first.map(({ row }) => row)).toEqual([3, 7])
  const next = changedCorrections(headers, first, [
    { row: 7, column: 'Level', value: 'Advanced' },
    { row: 3, column: 'Name', value: null },
  ])
  expect(next).toEqual([{ row: 7, column: 'Level', value: 'Advanced' }])
})

test('a column that the file does not have, and too many corrections, are refused', () => {
  expect(() => changedCorrections(headers, [], [{ row: 2, column: 'Age', value: '9' }])).toThrow('no column "Age"')
  const many = Array.from({ length: 1_000 }, (_, at) => ({ row: at + 2, column: 'Name', value: 'x' }))
  expect(changedCorrections(headers, [], many)).toHaveLength(1_000)
  expect(() => changedCorrections(headers, many, [{ row: 2, column: 'Level', value: '' }])).toThrow('At most 1000')
})

test('corrected cells take the place of those of the file, also at the end of a short row', () => {
  const correct = correctedRow(headers, [
    { row: 2, column: 'Phone', value: '916-555-0142' },
    { row: 3, column: 'Name', value: '' },
  ])
  expect(correct({ row: 2, cells: ['Ada'] })).toEqual({ row: 2, cells: ['Ada', '', '916-555-0142'] })
  expect(correct({ row: 3, cells: ['Ben', 'Beginner'] })).toEqual({ row: 3, cells: ['', 'Beginner'] })
  expect(correct({ row: 4, cells: ['Zoë'] })).toEqual({ row: 4, cells: ['Zoë'] })
})
