import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export type Count = { passed: number; failed: number; skipped: number; failures: string[] }

export const noTests: Count = { passed: 0, failed: 0, skipped: 0, failures: [] }

export const sumOf = (one: Count, other: Count): Count => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  failures: [...one.failures, ...other.failures],
})

const maxReason = 600

/** A line that names the failed test, and one that says why it failed, for those who have only the end of the output. */
export function failure(test: string, messages: readonly string[]): string {
  const reason = stripVTControlCharacters(messages.join(' | ')).replace(/\s+/g, ' ').trim()
  return reason ? `${test}\n  ${reason.slice(0, maxReason)}` : test
}

/** A suite that is a single test. */
export const single = (name: string, exitCode: number): Count =>
  exitCode === 0 ? { ...noTests, passed: 1 } : { ...noTests, failed: 1, failures: [name] }

/** The count from a report. A suite without a report, or one that failed without a failed test, counts as a failure. */
export function countReport<Report>(
  suite: string,
  file: string,
  exitCode: number,
  count: (report: Report) => Count,
): Count {
  let found = noTests
  try {
    found = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Counted as a failure below.
  }
  const tests = found.passed + found.failed + found.skipped
  const broken = tests === 0 || (exitCode !== 0 && found.failed === 0)
  return broken ? sumOf(found, { ...noTests, failed: 1, failures: [`${suite} did not run to its end`] }) : found
}
