import { createMachine } from '@app/installer/machine'
import { ensurePrograms } from '@app/installer/system-packages'
import { say } from './runner/command'
import { type Count, noTests, sumOf } from './runner/count'
import { suites } from './runner/suites'

/**
 * Runs the named suites one after the other and ends with `N passed, N failed`. Every suite runs, also after a failure.
 * REPEAT repeats everything and lists how often each test failed.
 *
 *   bun tests/run.ts check unit integration slow e2e quality faults compose
 */

const names = process.argv.slice(2)
const runs = Number(process.env.REPEAT ?? 1)
const unknown = names.filter((name) => !suites[name])
if (names.length === 0 || unknown.length > 0 || !Number.isInteger(runs) || runs < 1) {
  say(`Suites: ${Object.keys(suites).join(' ')}${unknown.length > 0 ? `; unknown: ${unknown.join(' ')}` : ''}`)
  process.exit(2)
}

const described = ({ passed, failed, skipped }: Count) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

let total = noTests
const lines: string[] = []
for (let each = 1; each <= runs; each++) {
  for (const name of names) {
    const suite = suites[name]!
    say(`\n== ${name}${runs > 1 ? `, run ${each} of ${runs}` : ''}`)
    const startedAt = performance.now()
    await ensurePrograms(suite.needs, createMachine(process.env), say)
    const count = await suite.run()
    total = sumOf(total, count)
    const took = ((performance.now() - startedAt) / 1_000).toFixed(0)
    lines.push(`${name.padEnd(12)} ${described(count)} (${took} s)`)
  }
}

const failures = new Map<string, number>()
for (const failure of total.failures) failures.set(failure, (failures.get(failure) ?? 0) + 1)
say(`\n${lines.join('\n')}\n`)
for (const [failure, count] of failures) say(`failed${runs > 1 ? ` in ${count} of ${runs} runs` : ''}: ${failure}`)
say(described(total))
process.exit(total.failed > 0 ? 1 : 0)
