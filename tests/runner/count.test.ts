import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Count, countReport, failure, noTests } from './count'

const file = join(mkdtempSync(join(tmpdir(), 'count-')), 'report.json')
const asWritten = (count: Count) => count
const written = (count: Partial<Count>, exitCode: number) => {
  writeFileSync(file, JSON.stringify({ ...noTests, ...count }))
  return countReport('unit', file, exitCode, asWritten)
}

test('a suite passes with passed tests and exit code 0', () => {
  expect(written({ passed: 3 }, 0)).toMatchObject({ passed: 3, failed: 0 })
})

test.each<[string, Partial<Count>, number]>([
  ['without any test', {}, 0],
  ['that failed without a failed test', { passed: 3 }, 1],
])('a suite %s counts as failed', (_, count, exitCode) => {
  expect(written(count, exitCode)).toMatchObject({ failed: 1, failures: ['unit did not run to its end'] })
})

test('a suite without a report counts as failed', () => {
  expect(countReport('unit', `${file}.none`, 0, asWritten)).toMatchObject({ passed: 0, failed: 1 })
})

test('a failure is given in two lines: the test, and why', () => {
  expect(failure('a.test.ts: adds', ['\u001b[31mError\u001b[39m: expected 2\n\n  at line 3'])).toBe(
    'a.test.ts: adds\n  Error: expected 2 at line 3',
  )
  expect(failure('a.test.ts: adds', [''])).toBe('a.test.ts: adds')
  expect(failure('a', ['x'.repeat(5_000)]).length).toBeLessThan(1_000)
})
