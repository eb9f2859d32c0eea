import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Failure } from './failure'

export type Count = { passed: number; failed: number; skipped: number; failures: Failure[] }

export const noTests: Count = { passed: 0, failed: 0, skipped: 0, failures: [] }

export const sumOf = (one: Count, other: Count): Count => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  failures: [...one.failures, ...other.failures],
})

const lastLines = 15

/** The end of a log, as the reason of a command that has no report. */
function endOf(log: string): string[] {
  try {
    const lines = stripVTControlCharacters(readFileSync(log, 'utf8')).split('\n').filter(Boolean)
    return lines.slice(-lastLines)
  } catch {
    return []
  }
}

/** A suite that is a single test. */
export const single = (test: string, exitCode: number, log: string): Count =>
  exitCode === 0 ? { ...noTests, passed: 1 } : { ...noTests, failed: 1, failures: [{ test, reason: endOf(log) }] }

/** The count from a report. A suite without a report, or one that failed without a failed test, counts as a failure. */
export function countReport<Report>(
  suite: string,
  file: string,
  { exitCode, log }: { exitCode: number; log: string },
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
  const failure = { test: `${suite} did not run to its end`, reason: endOf(log) }
  return broken ? sumOf(found, { ...noTests, failed: 1, failures: [failure] }) : found
}

/** Marks the failures whose test passed when it ran once more. */
export function markFlaky(count: Count, again: Count): Count {
  const failedAgain = new Set(again.failures.map(({ test }) => test))
  const wasRun = again.passed + again.failed > 0
  const failures = count.failures.map((failure) => ({
    ...failure,
    isFlaky: wasRun && !failedAgain.has(failure.test),
  }))
  return { ...count, failures }
}
