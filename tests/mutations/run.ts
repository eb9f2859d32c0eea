import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { say } from '../runner/command'
import { endWithThisProcess } from '../runner/end-with-this-process'
import { copyOfCheckout } from '../support/copy-of-checkout'
import { equivalentOf } from './equivalents'
import { type Mutant, withMutants } from './mutants'
import type { Plan, Reached } from './run-mutant'
import { targets } from './targets'
import { type Outcome, runWrapped, type Wrapped, wholeFileMs } from './wrapped'

/**
 * Changes one place of the code after the other in a copy of this checkout and expects a test to fail: the pure tests of the same
 * workspace first, then its store tests. Every place holds its changes behind a switch, so that the copy is compiled once.
 *
 *   bun tests/mutations/run.ts                     all targets; exit code 1 below 85 % in any
 *   bun tests/mutations/run.ts redeem undo         those targets
 *   ONLY_LINES=36,42 bun tests/mutations/run.ts redeem  only changes of these lines
 *   EVERY=5 bun tests/mutations/run.ts jobs             each fifth change of the targets
 *   ONLY_TESTS=codes/ bun tests/mutations/run.ts redeem   with only those tests whose path contains this, while a test is written
 */

const goal = 0.85
const names = process.argv.slice(2)
const unknown = names.filter((name) => !targets[name])
if (unknown.length > 0) {
  say(`Targets: ${Object.keys(targets).join(' ')}; unknown: ${unknown.join(' ')}`)
  process.exit(2)
}
const chosen = Object.entries(targets).filter(([name]) => names.length === 0 || names.includes(name))
/** Not LINES, which terminals set. */
const lines = process.env.ONLY_LINES ? process.env.ONLY_LINES.split(',').map(Number) : undefined
/** 5: each fifth change is tried, as a sample of a long file. */
const every = Number(process.env.EVERY || 1)
const only = process.env.ONLY_TESTS?.split(',') ?? ['']
const workspaceOf = (file: string) => file.split('/').slice(0, 2).join('/')

type Candidate = Mutant & { target: string; file: string; reason?: string }

/** Writes the changed files of a checkout. */
function prepare(checkout: string): Candidate[] {
  const all: Candidate[] = []
  for (const [target, files] of chosen)
    for (const file of files) {
      const changed = withMutants(file, readFileSync(join(checkout, file), 'utf8'), all.length)
      writeFileSync(join(checkout, file), changed.text)
      for (const mutant of changed.mutants) all.push({ ...mutant, target, file, reason: equivalentOf(file, mutant) })
    }
  return all
}

type Project = 'unit' | 'store'
const suffix = { unit: '.test.ts', store: '.store.test.ts' } as const

/** Test files that fail before anything is changed: the figures lack what they would catch. */
const leftOut: string[] = []

/** What the tests of a workspace reach, by file. */
async function reach(checkout: string, project: Project): Promise<Map<string, Reached>> {
  const workspaces = [...new Set(chosen.flatMap(([, files]) => files).map(workspaceOf))]
  const files = workspaces
    .flatMap((workspace) => globSync(`${workspace}/src/**/*${suffix[project]}`, { cwd: checkout }))
    .filter((file) => !file.includes('.slow.') && (project === 'store' || !file.endsWith(suffix.store)))
    .filter((file) => only.some((part) => file.includes(part)))
  const report = (file: string) => join(checkout, 'reached', `${project}-${files.indexOf(file)}.json`)
  const wrapped = files.map(
    (file): Wrapped => ({ id: file, call: `noteReached(${JSON.stringify(file)}, ${JSON.stringify(report(file))})` }),
  )
  const outcomes = await runWrapped(checkout, project, wrapped, wholeFileMs)
  const reached = new Map<string, Reached>()
  for (const file of files) {
    const { state, reason } = outcomes.get(file)!
    if (state === 'passed') reached.set(file, JSON.parse(readFileSync(report(file), 'utf8')) as Reached)
    else leftOut.push(`${file}: ${reason}`)
  }
  for (const [file, { slow }] of reached)
    for (const name of slow) say(`Not repeated, as it takes too long: ${file} > ${name}`)
  return reached
}

/** Loading a file of tests costs more than running it, and most changes are caught by the first few: the others wait for what is left. */
const fewFiles = 4

/** The tests that reach each mutant: those next to the code first, and files that reach more of it before others. */
function planFor(mutants: readonly Candidate[], reached: ReadonlyMap<string, Reached>): Plan {
  const places = Array.from(reached, ([test, { loading, tests }]) => ({
    test,
    ids: new Set([loading, ...Object.values(tests)].flat()),
  }))
  const plan: Plan = {}
  for (const file of new Set(mutants.map((one) => one.file))) {
    const own = mutants.filter((one) => one.file === file)
    const isBeside = (test: string) => Number(dirname(test) === dirname(file))
    const near = places
      .filter(({ test }) => workspaceOf(test) === workspaceOf(file))
      .map(({ test, ids }) => ({ test, ids, count: own.filter(({ id }) => ids.has(id)).length }))
      .toSorted((a, b) => isBeside(b.test) - isBeside(a.test) || b.count - a.count)
    for (const { id } of own)
      plan[id] = near.flatMap(({ test, ids }) => {
        const { loading, tests, slow } = reached.get(test)!
        if (loading.includes(id)) return [{ file: test, slow }]
        const names = Object.keys(tests).filter((name) => tests[name]!.includes(id) && !slow.includes(name))
        return ids.has(id) && names.length > 0 ? [{ file: test, names, slow }] : []
      })
  }
  return plan
}

await endWithThisProcess()
const checkout = copyOfCheckout()
const caught = new Map<number, Outcome>()
try {
  const all = prepare(checkout)
  const tried = all.filter(({ line, reason, id }) => !reason && (!lines || lines.includes(line)) && id % every === 0)
  if (every > 1) say(`A sample: ${tried.length} of ${all.length} changes are tried.`)
  for (const project of ['unit', 'store'] as const) {
    const whole = planFor(tried, await reach(checkout, project))
    for (const isFew of [true, false]) {
      const left = tried.filter(({ id }) => !caught.has(id))
      const parts = left.map(
        ({ id }) => [id, isFew ? whole[id]!.slice(0, fewFiles) : whole[id]!.slice(fewFiles)] as const,
      )
      const plan: Plan = Object.fromEntries(parts.filter(([, part]) => part.length > 0))
      const planFile = join(checkout, `plan-${project}.json`)
      writeFileSync(planFile, JSON.stringify(plan))
      const wrapped = Object.keys(plan).map(
        (id): Wrapped => ({ id, call: `runMutant(${id}, ${JSON.stringify(planFile)})` }),
      )
      say(
        `${wrapped.length} of ${left.length} changes are tried by ${isFew ? 'the nearest' : 'all other'} ${project} tests`,
      )
      for (const [id, outcome] of await runWrapped(checkout, project, wrapped))
        if (outcome.state !== 'passed') caught.set(Number(id), outcome)
    }
  }
  let isBelow = tried.length === 0
  const rows: string[] = []
  for (const [target, files] of chosen)
    for (const file of files) {
      const own = tried.filter((mutant) => mutant.file === file)
      const found = own.filter(({ id }) => caught.has(id))
      const count = (state: Outcome['state']) => found.filter(({ id }) => caught.get(id)!.state === state).length
      const equivalent = all.filter((mutant) => mutant.file === file && mutant.reason).length
      for (const { id, line, from, to } of own)
        if (process.env.CAUGHT || !caught.has(id))
          say(
            `${caught.has(id) ? `caught   ${caught.get(id)!.state}: ${caught.get(id)!.reason} ` : 'SURVIVED'} ${file}:${line}\n    - ${from.replace(/\s+/g, ' ').slice(0, 160)}\n    + ${to.replace(/\s+/g, ' ').slice(0, 160)}`,
          )
      const share = own.length === 0 ? 1 : found.length / own.length
      isBelow ||= share < goal
      rows.push(
        `${target.padEnd(14)} ${file.padEnd(56)} ${String(found.length).padStart(4)} of ${String(own.length).padStart(4)}  ${(share * 100).toFixed(1).padStart(5)} %  (${count('hung')} by time, ${count('unloaded')} at load, ${equivalent} equivalent)`,
      )
    }
  say(`\n${rows.join('\n')}`)
  say(
    `${caught.size} of ${tried.length} changes are caught: ${((100 * caught.size) / Math.max(1, tried.length)).toFixed(1)} %`,
  )
  if (leftOut.length > 0) say(`Without these tests, which fail before anything is changed:\n${leftOut.join('\n')}`)
  process.exitCode = isBelow || leftOut.length > 0 ? 1 : 0
} finally {
  rmSync(checkout, { recursive: true, force: true })
}
