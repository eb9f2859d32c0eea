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
  title: string
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

function failureOf(spec: PlaywrightSuite['specs'][number]): Failure {
  const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
  const [{ message = '', location } = {}] = errors
  const lines = stripVTControlCharacters(message).split('\n')
  return {
    test: `e2e/${spec.file}: ${spec.title}`,
    reason: reasonOf(lines.filter((line) => !isDifference(line)).join('\n'), lines.filter(isDifference).join('\n')),
    place: location && placeOf([location]),
    command: playwrightCommand(`${spec.file}:${spec.line}`),
  }
}

function failuresIn({ specs, suites = [] }: PlaywrightSuite): Failure[] {
  const failed = specs.filter((spec) => spec.tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
  return [...failed.map(failureOf), ...suites.flatMap(failuresIn)]
}

const placesIn = ({ specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs
    .filter((spec) => spec.tests.some(({ status }) => status === 'unexpected'))
    .map(({ file, line }) => `${file}:${line}`),
  ...suites.flatMap(placesIn),
]

async function once({ suite, folder, niceness, env: more }: SuiteContext, label: string, args: readonly string[]) {
  const report = join(folder, `${label}.json`)
  const log = join(folder, `${label}.log`)
  const command = ['--bun', 'x', 'playwright', 'test', '--config', 'e2e/playwright.config.ts', ...args]
  const env = { ...more, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const exitCode = await run(command, { env, cwd: tests, limitMs: minutes(35), log, niceness })
  let places: string[] = []
  const count = countReport<PlaywrightReport>(suite, report, { exitCode, log }, ({ stats, suites }) => {
    places = suites.flatMap(placesIn)
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
      failures: suites.flatMap(failuresIn),
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
