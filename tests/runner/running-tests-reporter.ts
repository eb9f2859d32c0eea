import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Keeps a file with the names of the tests and files that are running, for the message of a suite that exceeds its limit. */
// biome-ignore lint/style/noDefaultExport: Vitest loads the default export of a reporter.
export default class RunningTestsReporter implements Reporter {
  #running = new Set<string>()

  #change(name: string, runs: boolean) {
    if (runs) this.#running.add(name)
    else this.#running.delete(name)
    const file = process.env['RUNNING_TESTS_FILE']
    if (file) writeFileSync(file, [...this.#running].join('\n'))
  }

  onTestModuleStart = ({ relativeModuleId }: TestModule) => this.#change(relativeModuleId, true)
  onTestModuleEnd = ({ relativeModuleId }: TestModule) => this.#change(relativeModuleId, false)
  onTestCaseReady = ({ module, fullName }: TestCase) => this.#change(`${module.relativeModuleId}: ${fullName}`, true)
  onTestCaseResult = ({ module, fullName }: TestCase) => this.#change(`${module.relativeModuleId}: ${fullName}`, false)
}
