import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { minutes, seconds } from '@app/contracts/durations'
import { say } from '../runner/command'

/** Tests that run in a file of their own, which consists of one call of `run-mutant.ts`. */
export type Wrapped = { id: string; call: string }
export type Outcome = { state: 'passed' | 'failed' | 'hung' | 'unloaded'; reason: string }

/** A time limit grows with the load, as a test may only wait for a core. */
const whileBusy = (ms: number) => ms * Math.max(1, loadavg()[0]! / availableParallelism())
/** An endless loop blocks its worker, so its process is killed. */
const limitMs = { unit: seconds(15), store: seconds(40) }
/** A test that takes longer, as one of 100,000 cases does, is not repeated for each mutant. */
export const slowMs = () => whileBusy(seconds(3))
/** Of a whole file of tests, before anything is changed. */
export const wholeFileMs = minutes(4)
const everyMs = 500
/** What a process loads again and again stays in its memory. */
const chunkSize = 120

/** @returns the outcome of each by its id; without those whose process ended early */
export async function runWrapped(
  checkout: string,
  project: 'unit' | 'store',
  wrapped: readonly Wrapped[],
  eachMs = whileBusy(limitMs[project]),
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  let left = [...wrapped]
  for (let run = 0; left.length > 0; run++) {
    const found = await runOnce(checkout, project, left.slice(0, chunkSize), run, eachMs)
    for (const [id, outcome] of found) outcomes.set(id, outcome)
    if (found.size === 0) throw new Error(`The ${project} tests did not run.`)
    left = left.filter(({ id }) => !outcomes.has(id))
    if (left.length > 0) say(`${outcomes.size} of ${wrapped.length} done`)
  }
  return outcomes
}

async function runOnce(
  checkout: string,
  project: 'unit' | 'store',
  wrapped: readonly Wrapped[],
  run: number,
  eachMs: number,
): Promise<Map<string, Outcome>> {
  const folder = join(checkout, 'packages', 'mutants')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(checkout, 'reached'), { recursive: true })
  const fileOf = (index: number) => `m${run}-${index}${project === 'store' ? '.store' : ''}.test.ts`
  const header = "import { noteReached, runMutant } from '../../tests/mutations/run-mutant'\n"
  for (const [index, { call }] of wrapped.entries()) writeFileSync(join(folder, fileOf(index)), `${header}${call}\n`)
  const progress = join(checkout, 'progress.tsv')
  writeFileSync(progress, '')
  const ms = eachMs / 4
  const options = [`--testTimeout=${ms}`, `--hookTimeout=${ms}`, '--reporter=tests/mutations/mutant-reporter.ts']
  const child = spawn(
    process.execPath,
    ['--bun', 'x', 'vitest', 'run', '--project', project, ...options, 'packages/mutants/'],
    {
      cwd: checkout,
      detached: true,
      stdio: ['ignore', 'ignore', process.env['VERBOSE'] ? 'inherit' : 'ignore'],
      env: { ...process.env, MUTATION_PROGRESS: progress },
    },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const idOf = new Map(wrapped.map(({ id }, index) => [fileOf(index), id]))
  const read = (): { outcomes: Map<string, Outcome>; hanging: string[] } => {
    const outcomes = new Map<string, Outcome>()
    const begun = new Map<string, number>()
    for (const line of readFileSync(progress, 'utf8').split('\n').filter(Boolean)) {
      const [what, file, state, reason = ''] = line.split('\t')
      const id = idOf.get(file!)
      if (id === undefined) continue
      if (what === 'begun') begun.set(id, Number(state))
      else outcomes.set(id, { state: state as Outcome['state'], reason })
    }
    const hanging = [...begun].filter(([id, at]) => !outcomes.has(id) && Date.now() - at > eachMs)
    return { outcomes, hanging: hanging.map(([id]) => id) }
  }
  const watch = setInterval(() => {
    if (read().hanging.length > 0) process.kill(-child.pid!, 'SIGKILL')
  }, everyMs)
  await ended
  clearInterval(watch)
  const { outcomes, hanging } = read()
  for (const id of hanging) outcomes.set(id, { state: 'hung', reason: 'a loop without an end' })
  return outcomes
}
