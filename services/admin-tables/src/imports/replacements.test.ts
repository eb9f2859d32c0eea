import { AppError } from '@app/contracts/errors'
import { expect, test } from 'vitest'
import { students } from '../seed/school'
import { changedReplacements } from './changed-import'
import { addCounts, noCounts } from './check-import'
import { readCase } from './read-case.fixture'

const levels = ['intermed.', 'Intermed.', 'beginner', 'intermed.\u00a0', 'expert']
const sheet = ['name,dob,Level', ...levels.map((level, at) => `Ann ${at},2001-03-14,${level}`)].join('\n')

test('a value is put right once for all rows that have it, however it is spaced and cased', async () => {
  const replacements = [{ column: 'Level', from: 'intermed.', to: 'Intermediate' }]
  const { created, errors } = await readCase(students, sheet, { replacements })
  expect(created.map(({ level }) => level)).toEqual(['intermediate', 'intermediate', 'beginner', 'intermediate'])
  expect(errors).toEqual(['Level must be one of the valid options'])
})

test('what rows cannot be imported with is counted by value, in the order of the file', () => {
  const counts = noCounts()
  const error = (row: number, cell: string) => ({ row, column: 'Level', message: 'is wrong', cell })
  addCounts(
    counts,
    ['intermed.', 'expert', 'INTERMED.'].map((cell, at) => ({
      row: at + 2,
      action: 'error',
      errors: [error(at + 2, cell)],
    })),
  )
  expect(counts.faults).toEqual([
    { column: 'Level', value: 'intermed.', message: 'is wrong', row: 2, rows: 2 },
    { column: 'Level', value: 'expert', message: 'is wrong', row: 3, rows: 1 },
  ])
})

test('a value has one replacement, and one without a value is taken back', () => {
  const first = changedReplacements(['Level'], [], [{ column: 'Level', from: 'x', to: 'a' }])
  expect(changedReplacements(['Level'], first, [{ column: 'Level', from: 'X ', to: 'b' }])).toEqual([
    { column: 'Level', from: 'X ', to: 'b' },
  ])
  expect(changedReplacements(['Level'], first, [{ column: 'Level', from: 'x', to: null }])).toEqual([])
  expect(() => changedReplacements(['Level'], [], [{ column: 'Seats', from: 'x', to: 'a' }])).toThrow(AppError)
  const many = Array.from({ length: 201 }, (_, at) => ({ column: 'Level', from: String(at), to: 'a' }))
  expect(() => changedReplacements(['Level'], [], many)).toThrow('At most 200 values')
})
