import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minutes } from '@app/contracts/durations'
import { run } from './command'
import { type Count, countReport, markFlaky } from './count'
import type { SuiteContext } from './suite'
import type { VitestReport } from './vitest-reporter'

/** More broken files are no chance, and would take the time of the whole suite again. */
const maxRepeatedFiles = 5

const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

async function once(
  { suite, folder, niceness, env: given }: SuiteContext,
  label: string,
  limitMs: number,
  projects: readonly string[],
  files: readonly string[],
): Promise<VitestReport> {
  const [report, running, log] = ['json', 'running', 'log'].map((kind) => join(folder, `${label}.${kind}`)) as [
    string,
    string,
    string,
  ]
  const reporters = ['default', join(import.meta.dirname, 'vitest-reporter.ts')]
  const args = [
    ...['--bun', 'x', 'vitest', 'run'],
    ...projects.flatMap((project) => ['--project', project]),
    ...reporters.map((reporter) => `--reporter=${reporter}`),
    ...files,
  ]
  const activity = () => readIfThere(running)?.replaceAll('\n', '; ')
  const env = { ...given, RUNNING_TESTS_FILE: running, SUITE_REPORT_FILE: report }
  const exitCode = await run(args, { env, limitMs, activity, log, niceness })
  const found = { slowest: [], failedFiles: [] as string[] }
  const count = countReport<VitestReport>(suite, report, { exitCode, log }, (written) => {
    Object.assign(found, written)
    return written
  })
  return { ...found, ...count }
}

/** Runs projects of Vitest as a suite. The files that failed run once more, only to name those that passed then. */
export async function vitest(
  context: SuiteContext,
  limitMs: number,
  { projects = [context.suite], files = [] }: { projects?: string[]; files?: string[] } = {},
): Promise<Count> {
  const first = await once(context, context.suite, limitMs, projects, files)
  const { failedFiles } = first
  if (failedFiles.length === 0 || failedFiles.length > maxRepeatedFiles || !context.repeatsFailed) return first
  // The logs of the first time stay, also of a file that passes now.
  const repeat = { ...context, env: { ...context.env, KEEP_LOGS: 'yes' } }
  const again = await once(repeat, `${context.suite}-again`, Math.min(limitMs, minutes(15)), projects, failedFiles)
  return markFlaky(first, again)
}
