import { rmSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { Count } from './count'
import { type Failure, placeOf, reasonOf, vitestCommand } from './failure'
import { productLogs } from './product-logs'

export type VitestReport = Count & { slowest: { file: string; seconds: number }[]; failedFiles: string[] }

type Errors = ReadonlyArray<ReturnType<TestModule['errors']>[number]>
const root = resolve(import.meta.dirname, '../..')
const slowestFiles = 5

/** The name as `-t` compares it. */
function nameOf(test: TestCase): string {
  const names = [test.name]
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) names.unshift(parent.name)
  return names.join(' ')
}

function failureOf(name: string, errors: Errors, command: string): Failure {
  const [error] = errors
  const difference = typeof error?.['diff'] === 'string' ? error['diff'] : ''
  const reason = reasonOf(`${error?.name ?? 'Error'}: ${error?.message ?? 'without a message'}`, difference)
  return { test: name, reason, place: placeOf(error?.stacks ?? []), command }
}

/** A file's failed tests; or why the file, or a hook around its tests, failed. */
function failuresOf(module: TestModule): Failure[] {
  const file = module.relativeModuleId
  const tests = [...module.children.allTests('failed')].map((test) => {
    const name = nameOf(test)
    const command = vitestCommand(module.project.name, file, name)
    return failureOf(`${file}: ${name}`, test.result().errors ?? [], command)
  })
  if (tests.length > 0 || module.ok()) return tests
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  return [failureOf(file, errors, vitestCommand(module.project.name, file))]
}

const countOf = (module: TestModule, state: 'passed' | 'failed' | 'skipped') =>
  [...module.children.allTests(state)].length

function reportOf(modules: readonly TestModule[], unhandled: Errors): VitestReport {
  const sum = (state: 'passed' | 'failed' | 'skipped') =>
    modules.reduce((count, module) => count + countOf(module, state), 0)
  const failures = modules.flatMap(failuresOf)
  const outside = unhandled.map((error) => failureOf('an error outside of any test', [error], ''))
  const slowest = modules
    .map((module) => ({ file: module.relativeModuleId, seconds: module.diagnostic().duration / 1_000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, slowestFiles)
  return {
    passed: sum('passed'),
    failed: failures.length + outside.length,
    skipped: sum('skipped'),
    failures: [...failures, ...outside],
    slowest,
    failedFiles: modules.filter((module) => !module.ok()).map(({ moduleId }) => relative(root, moduleId)),
  }
}

/** Writes the report of a suite, and a file with the names of what is running for the message of one that exceeds its limit. */
// biome-ignore lint/style/noDefaultExport: Vitest loads the default export of a reporter.
export default class SuiteReporter implements Reporter {
  #running = new Set<string>()

  #change(name: string, runs: boolean) {
    if (runs) this.#running.add(name)
    else this.#running.delete(name)
    const file = process.env['RUNNING_TESTS_FILE']
    if (file) writeFileSync(file, [...this.#running].join('\n'))
  }

  onTestModuleStart = ({ relativeModuleId }: TestModule) => this.#change(relativeModuleId, true)
  onTestModuleEnd = (module: TestModule) => {
    this.#change(module.relativeModuleId, false)
    if (module.ok() && !process.env.KEEP_LOGS)
      rmSync(productLogs(module.relativeModuleId), { recursive: true, force: true })
  }
  onTestCaseReady = ({ module, fullName }: TestCase) => this.#change(`${module.relativeModuleId}: ${fullName}`, true)
  onTestCaseResult = ({ module, fullName }: TestCase) => this.#change(`${module.relativeModuleId}: ${fullName}`, false)
  onTestRunEnd = (modules: readonly TestModule[], unhandled: Errors) => {
    const file = process.env['SUITE_REPORT_FILE']
    if (file) writeFileSync(file, JSON.stringify(reportOf(modules, unhandled)))
  }
}
