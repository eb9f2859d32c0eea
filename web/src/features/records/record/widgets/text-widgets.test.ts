import { expect, test } from 'vitest'
import { readNumber } from './text-widgets'

test.each([
  ['12', 12],
  [' 12 ', 12],
  ['-0.5', -0.5],
  ['1.50', 1.5],
  ['.5', 0.5],
  ['0', 0],
  ['-0.00', -0],
  ['1e5', 100_000],
  ['1E+21', 1e21],
  ['0.1', 0.1],
  ['9007199254740991', 9_007_199_254_740_991],
  ['', null],
])('%j is %j', (text, value) => {
  expect(readNumber(text)).toBe(value)
})

test.each([
  '1,5',
  '1.000,5',
  '9007199254740993',
  '0.12345678901234567890123',
  '1e999',
  'twelve',
  '0x10',
  '1 000',
  '--1',
])('%j is no number, and never a rounded one', (text) => {
  expect(readNumber(text)).toBe(text)
})
