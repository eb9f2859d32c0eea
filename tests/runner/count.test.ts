import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Count, countReport, markFlaky, noTests, single } from './count'

const folder = mkdtempSync(join(tmpdir(), 'count-'))
const file = join(folder, 'report.json')
const log = join(folder, 'suite.log')
writeFileSync(log, Array.from({ length: 40 }, (_, at) => `line ${at + 1}`).join('\n'))

const asWritten = (count: Count) => count
const written = (count: Partial<Count>, exitCode: number) => {
  writeFileSync(file, JSON.stringify({ ...noTests, ...count }))
  return countReport('unit', file, { exitCode, log }, asWritten)
}

test('a suite passes with passed tests and exit code 0', () => {
  expect(written({ passed: 3 }, 0)).toMatchObject({ passed: 3, failed: 0 })
})

test.each<[string, Partial<Count>, number]>([
  ['without any test', {}, 0],
  ['that failed without a failed test', { passed: 3 }, 1],
])('a suite %s counts as failed', (_, count, exitCode) => {
  expect(written(count, exitCode)).toMatchObject({ failed: 1, failures: [{ test: 'unit did not run to its end' }] })
})

test('a suite without a report counts as failed, with the end of what it printed', () => {
  const count = countReport('unit', `${file}.none`, { exitCode: 0, log }, asWritten)
  expect(count).toMatchObject({ passed: 0, failed: 1 })
  expect(count.failures[0]!.reason).toEqual(Array.from({ length: 15 }, (_, at) => `line ${at + 26}`))
})

test('a command counts as one test, and gives the end of what it printed when it failed', () => {
  expect(single('types', 0, log)).toEqual({ ...noTests, passed: 1 })
  expect(single('types', 2, log).failures[0]!.reason.at(-1)).toBe('line 40')
})

test('a failed test that passed when it ran once more is named flaky, and has failed all the same', () => {
  const failures = ['a', 'b'].map((name) => ({ test: name, reason: [] }))
  const first = { ...noTests, failed: 2, failures }
  const again = { ...noTests, passed: 1, failed: 1, failures: [failures[1]!] }
  expect(markFlaky(first, again)).toMatchObject({
    failed: 2,
    failures: [
      { test: 'a', isFlaky: true },
      { test: 'b', isFlaky: false },
    ],
  })
  expect(
    markFlaky(first, noTests).failures.some(({ isFlaky }) => isFlaky),
    'nothing ran',
  ).toBe(false)
})
