import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createMachine } from '@app/installer/machine'
import { addPrograms, ensurePrograms } from '@app/installer/system-packages'
import { closingLines, totalOf } from './runner/closing-lines'
import { say } from './runner/command'
import { noTests, sumOf } from './runner/count'
import { endWithThisProcess } from './runner/end-with-this-process'
import { resultsFolder } from './runner/product-logs'
import { sideBySide } from './runner/side-by-side'
import { suites } from './runner/suites'

/**
 * Runs the named suites one after the other, prints a line for each, and ends with `N passed, N failed`. Every suite runs, also
 * after a failure. Those that are joined by a plus run side by side. REPEAT repeats everything and lists how often each test failed.
 * What a suite prints goes to test-results.
 *
 *   bun tests/run.ts check unit integration+compose slow e2e quality
 */

const groups = process.argv.slice(2).map((group) => group.split('+'))
const runs = Number(process.env.REPEAT ?? 1)
const unknown = groups.flat().filter((name) => !suites[name])
if (groups.length === 0 || unknown.length > 0 || !Number.isInteger(runs) || runs < 1) {
  say(`Suites: ${Object.keys(suites).join(' ')}${unknown.length > 0 ? `; unknown: ${unknown.join(' ')}` : ''}`)
  process.exit(2)
}

await endWithThisProcess()
let total = noTests
rmSync(resultsFolder, { recursive: true, force: true })

for (let each = 1; each <= runs; each++) {
  const folder = runs > 1 ? join(resultsFolder, `run-${each}`) : resultsFolder
  mkdirSync(folder, { recursive: true })
  for (const group of groups) {
    const title = group.join(' + ').padEnd(14)
    if (process.stdout.isTTY) process.stdout.write(`${title} …\r`)
    const startedAt = performance.now()
    const needs = new Set(group.flatMap((name) => suites[name]!.needs))
    const machine = createMachine(process.env)
    await addPrograms([...new Set(group.flatMap((name) => suites[name]!.prefers ?? []))], machine, say)
    await ensurePrograms([...needs], machine, say)
    const count = (await sideBySide(group, suites, { folder, repeatsFailed: runs === 1 })).reduce(sumOf, noTests)
    total = sumOf(total, count)
    const took = ((performance.now() - startedAt) / 1_000).toFixed(0)
    const where = count.failed > 0 ? '; see test-results' : ''
    say(`${title} ${totalOf(count)} (${took} s)${where}`)
  }
}

if (total.failed > 0) say(`\n${closingLines(total.failures, runs).join('\n')}`)
say(totalOf(total))
process.exit(total.failed > 0 ? 1 : 0)
