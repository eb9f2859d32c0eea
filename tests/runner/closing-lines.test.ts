import { expect, test } from 'vitest'
import { closingLines } from './closing-lines'

const failure = (name: string) => ({ test: name, reason: Array.from({ length: 8 }, (_, at) => `${name} ${at}`) })
const many = Array.from({ length: 40 }, (_, at) => failure(`test-${at}`))

test('the first failure stands complete in the last 30 lines, however many there are', () => {
  const lines = closingLines(many)
  expect(lines.slice(-25)).toEqual(expect.arrayContaining(['failed: test-0', '  test-0 7', 'failed: test-1']))
  expect(lines.filter((line) => line === 'failed: test-39')).toHaveLength(1)
})

test('a few failures are printed once each', () => {
  expect(closingLines(many.slice(0, 2)).filter((line) => line.startsWith('failed'))).toEqual([
    'failed: test-0',
    'failed: test-1',
  ])
})

test('of several runs, a test that failed is named once, with how often', () => {
  const lines = closingLines([failure('a'), failure('b'), failure('a')], 5)
  expect(lines.slice(0, 2)).toEqual(['failed: a', '  in 2 of 5 runs'])
  expect(lines.filter((line) => line === 'failed: a')).toHaveLength(1)
})
