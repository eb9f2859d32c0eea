import type { Count } from './count'
import { described, type Failure } from './failure'

/** What fits into the end of the output that is looked at first, besides the lines of the suites and of the total. */
const maxLines = 22

/** By the name of the test: it may fail for another reason each time. */
function byTest(failures: readonly Failure[]): Failure[][] {
  const groups = new Map<string, Failure[]>()
  for (const failure of failures) groups.set(failure.test, [...(groups.get(failure.test) ?? []), failure])
  return [...groups.values()]
}

export const totalOf = ({ passed, failed, skipped }: Count) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/**
 * The lines after a run that failed. The names of all failed tests come first and the first failures last, as the pure suites
 * come first and are closest to the cause.
 */
export function closingLines(failures: readonly Failure[], runs = 1): string[] {
  const groups = byTest(failures)
  const blocks: string[][] = []
  let room = maxLines
  for (const [failure, ...others] of groups) {
    const [first = '', ...rest] = described(failure!)
    const times = runs > 1 ? [`  in ${others.length + 1} of ${runs} runs`] : []
    const block = [first, ...times, ...rest, '']
    if (blocks.length > 0 && block.length > room) break
    room -= block.length
    blocks.push(block)
  }
  const names = groups.length > blocks.length ? [...groups.map(([failure]) => described(failure!)[0]!), ''] : []
  return [...names, ...blocks.flat()]
}
