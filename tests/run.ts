import { createMachine } from '@app/installer/machine'
import { addPrograms, ensurePrograms } from '@app/installer/system-packages'
import { say } from './runner/command'
import { type Count, noTests, sumOf } from './runner/count'
import { sideBySide } from './runner/side-by-side'
import { suites } from './runner/suites'

/**
 * Runs the named suites one after the other and ends with `N passed, N failed`. Every suite runs, also after a failure.
 * Those that are joined by a plus run side by side. REPEAT repeats everything and lists how often each test failed.
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

const described = ({ passed, failed, skipped }: Count) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

let total = noTests
const lines: string[] = []

for (let each = 1; each <= runs; each++) {
  for (const group of groups) {
    const title = group.join(' + ')
    say(`\n== ${title}${runs > 1 ? `, run ${each} of ${runs}` : ''}`)
    const startedAt = performance.now()
    const needs = new Set(group.flatMap((name) => suites[name]!.needs))
    const machine = createMachine(process.env)
    await addPrograms([...new Set(group.flatMap((name) => suites[name]!.prefers ?? []))], machine, say)
    await ensurePrograms([...needs], machine, say)
    const counts = group.length === 1 ? [await suites[group[0]!]!.run()] : await sideBySide(group)
    const took = ((performance.now() - startedAt) / 1_000).toFixed(0)
    total = counts.reduce(sumOf, total)
    lines.push(`${title.padEnd(22)} ${described(counts.reduce(sumOf, noTests))} (${took} s)`)
  }
}

if (process.env.COUNT_FILE) await Bun.write(process.env.COUNT_FILE, JSON.stringify(total))
/** By the name of the test: it may fail for another reason each time. */
const failures = new Map<string, string[]>()
for (const failure of total.failures) {
  const test = failure.split('\n')[0]!
  failures.set(test, [...(failures.get(test) ?? []), failure])
}
say(`\n${lines.join('\n')}\n`)
for (const found of failures.values())
  say(`failed${runs > 1 ? ` in ${found.length} of ${runs} runs` : ''}: ${found[0]}`)
say(described(total))
process.exit(total.failed > 0 ? 1 : 0)
