import { expect, test } from 'vitest'
import { likelyOption } from './error-list'

const levels = ['Beginner', 'Intermediate', 'Advanced']

test('an abbreviation or a misspelling of one option means it', () => {
  expect(likelyOption('intermed.', levels)).toBe('Intermediate')
  expect(likelyOption('Begginer', levels)).toBe('Beginner')
  expect(likelyOption('ADVANSED', levels)).toBe('Advanced')
})

test('what may be several options, or is too short or too far from each, means none', () => {
  expect(likelyOption('Group', ['Group A', 'Group B'])).toBeUndefined()
  expect(likelyOption('level 3', ['Level 1', 'Level 2'])).toBeUndefined()
  expect(likelyOption('level 3', ['Level 1'])).toBeUndefined()
  expect(likelyOption('ad', levels)).toBeUndefined()
  expect(likelyOption('expert', levels)).toBeUndefined()
  expect(likelyOption('', levels)).toBeUndefined()
})

test.each([
  ['unpaid', ['Paid', 'Waived']],
  ['inactive', ['Active', 'Paused']],
  ['unsigned', ['Signed']],
  ['signet', ['Unsigned']],
  ['Class 12', ['Class 11']],
  ['Class 1', ['Class 11']],
  ['resend', ['Reserved']],
  ['reader', ['Leader', 'Rental']],
])('%s is none of %j, although it looks alike', (value, options) => {
  expect(likelyOption(value, options)).toBeUndefined()
})
