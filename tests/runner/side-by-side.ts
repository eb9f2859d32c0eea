import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minutes } from '@app/contracts/durations'
import { run, runThenPrint } from './command'
import { type Count, countReport } from './count'

/** Above the limits of all suites, which say what they waited for. */
const limitMs = minutes(70)

/**
 * The kernel gives all containers together the weight of one process of the host, so beside another suite they would stand still
 * for seconds, which the product then answers with 503.
 */
const inContainers = new Set(['compose', 'scaling'])
const niceBesideContainers = 10

/** Runs suites at the same time, each in a process of its own. The first one prints as it goes, the others when they end. */
export async function sideBySide(names: readonly string[], runner = 'tests/run.ts'): Promise<Count[]> {
  const folder = mkdtempSync(join(tmpdir(), 'side-by-side-'))
  const besideContainers = names.some((name) => inContainers.has(name))
  const one = async (name: string, at: number): Promise<Count> => {
    const count = join(folder, `${name}.json`)
    const runOne = at === 0 ? run : runThenPrint
    const env = { COUNT_FILE: count, REPEAT: '1' }
    const niceness = besideContainers && !inContainers.has(name) ? niceBesideContainers : 0
    const exitCode = await runOne([runner, name], { env, limitMs, niceness })
    return countReport<Count>(name, count, exitCode, (found) => found)
  }
  return Promise.all(names.map(one))
}
