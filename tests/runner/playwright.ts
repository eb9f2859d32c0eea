import { rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { minutes } from '@app/contracts/durations'
import { run } from './command'
import { type Count, countReport, markFlaky } from './count'
import { type Failure, placeOf, playwrightCommand, reasonOf } from './failure'
import { productLogs } from './product-logs'
import type { SuiteContext } from './suite'

type PlaywrightError = { message?: string; stack?: string; location?: { file: string; line: number } }
type PlaywrightTest = { status: string; results: { errors: PlaywrightError[] }[] }
type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; file: string; line: number; tests: PlaywrightTest[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

const tests = resolve(import.meta.dirname, '..')
const maxRepeatedTests = 10

/** Playwright puts the difference into the message. */
const isDifference = (line: string) => /^\s*[-+]/.test(line)

type Spec = PlaywrightSuite['specs'][number]

/** The tests of a suite that ended in one of these ways. */
const specsIn = ({ specs, suites = [] }: PlaywrightSuite, statuses: readonly string[]): Spec[] => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => statuses.includes(status))),
  ...suites.flatMap((suite) => specsIn(suite, statuses)),
]

/** What runs a test of a file again: its line, or the whole file where another one declares it, as Playwright finds no line of that one. */
const placeIn = (file: string, spec: Spec) => (spec.file === file ? `${file}:${spec.line}` : file)

function failureOf(file: string, spec: Spec): Failure {
  const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
  const [{ message = '', location } = {}] = errors
  const lines = stripVTControlCharacters(message).split('\n')
  return {
    test: `e2e/${file}: ${spec.title}`,
    reason: reasonOf(lines.filter((line) => !isDifference(line)).join('\n'), lines.filter(isDifference).join('\n')),
    place: location && placeOf([location]),
    command: playwrightCommand(placeIn(file, spec)),
  }
}

/** The failures of a report, and what runs them again. */
export function failedOf(suites: readonly PlaywrightSuite[]) {
  const inFiles = (statuses: readonly string[]) =>
    suites.flatMap((suite) => specsIn(suite, statuses).map((spec) => [suite.file, spec] as const))
  return {
    failures: inFiles(['unexpected', 'flaky']).map((one) => failureOf(...one)),
    places: [...new Set(inFiles(['unexpected']).map((one) => placeIn(...one)))],
  }
}

async function once({ suite, folder, niceness, env: more }: SuiteContext, label: string, args: readonly string[]) {
  const report = join(folder, `${label}.json`)
  const log = join(folder, `${label}.log`)
  const command = ['--bun', 'x', 'playwright', 'test', '--config', 'e2e/playwright.config.ts', ...args]
  const env = { ...more, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const exitCode = await run(command, { env, cwd: tests, limitMs: minutes(35), log, niceness })
  let places: string[] = []
  const count = countReport<PlaywrightReport>(suite, report, { exitCode, log }, ({ stats, suites }) => {
    const failed = failedOf(suites)
    places = failed.places
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
      failures: failed.failures,
    }
  })
  return { count, places }
}

/** Runs all journeys. Those that failed run once more, only to name the ones that passed then. */
export async function playwright(context: SuiteContext): Promise<Count> {
  const { count, places } = await once(context, context.suite, [])
  if (count.failed === 0) rmSync(productLogs('e2e'), { recursive: true, force: true })
  if (places.length === 0 || places.length > maxRepeatedTests || !context.repeatsFailed) return count
  // In a folder of its own: Playwright empties it, and the traces of the first time stay.
  const output = relative(tests, join(context.folder, `${context.suite}-again`))
  const again = await once(context, `${context.suite}-again`, [...places, '--output', output])
  return markFlaky(count, again.count)
}
