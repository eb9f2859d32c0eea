import { appendFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Writes a line to MUTATION_PROGRESS when a file begins and when it ends, as the process may have to be ended in between. */
// biome-ignore lint/style/noDefaultExport: Vitest loads the default export of a reporter.
export default class MutantReporter implements Reporter {
  #write(...parts: string[]): void {
    appendFileSync(process.env['MUTATION_PROGRESS']!, `${parts.join('\t')}\n`)
  }
  onTestModuleQueued(module: TestModule): void {
    this.#write('begun', basename(module.moduleId), String(Date.now()))
  }
  onTestModuleEnd(module: TestModule): void {
    const failed = Array.from(module.children.allTests('failed'), (test) => {
      const { errors = [] } = test.result()
      return `${test.fullName}: ${errors[0]?.message ?? ''}`
    })
    const errors = module.errors().map(({ message }) => message)
    const reason = [...errors, ...failed][0]?.replace(/\s+/g, ' ').slice(0, 300) ?? ''
    const isHung = /timed out in \d+ms/.test(reason)
    const state = module.ok() ? 'passed' : errors.length > 0 ? 'unloaded' : isHung ? 'hung' : 'failed'
    this.#write('ended', basename(module.moduleId), state, reason)
  }
}
