import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, type TestContext, vi } from 'vitest'
import { slowMs } from './wrapped'

const root = resolve(import.meta.dirname, '../..')
const shared = globalThis as { mutant?: number; reached?: Set<number> }

/** The places that a file of tests reaches: while it is loaded, and in each of its tests; and those that take too long to repeat. */
export type Reached = { loading: number[]; tests: Record<string, number[]>; slow: string[] }
/** The files to be run against a mutant, each with the names of its tests that reach it, or all but `slow` ones without names. */
export type Plan = Record<string, { file: string; names?: string[]; slow: string[] }[]>

/** Taken now, as tests replace clocks. */
const clock = performance.now.bind(performance)

function nameOf({ task }: Pick<TestContext, 'task'>): string {
  const names = [task.name]
  for (let { suite } = task; suite; suite = suite.suite) names.unshift(suite.name)
  // Of what was written here: the outermost suite stands for the file.
  return names.slice(1).join(' > ')
}

/** The tests of a file as part of this one. Its modules are loaded anew. */
function loaded(file: string): void {
  // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: these are tests of Vitest, which waits for them to be collected.
  describe(file, async () => {
    await import(/* @vite-ignore */ join(root, file))
  })
}

/** Notes in `report` what the tests of a file reach. */
export function noteReached(file: string, report: string): void {
  vi.resetModules()
  shared.mutant = undefined
  const tests: Reached['tests'] = {}
  const slow = new Set<string>()
  let begun = 0
  let loading: number[] = []
  shared.reached = new Set()
  beforeEach(() => {
    if (loading.length === 0 && Object.keys(tests).length === 0) loading = [...shared.reached!]
    shared.reached = new Set()
    begun = clock()
  })
  afterEach((context) => {
    const name = nameOf(context)
    if (clock() - begun > slowMs()) slow.add(name)
    tests[name] = [...new Set([...(tests[name] ?? []), ...shared.reached!])]
  })
  afterAll(() => writeFileSync(report, JSON.stringify({ loading, tests, slow: [...slow] } satisfies Reached)))
  loaded(file)
}

/** Runs what reaches a mutant until the first failure. */
export function runMutant(id: number, planFile: string): void {
  vi.resetModules()
  shared.mutant = id
  shared.reached = undefined
  const planned = (JSON.parse(readFileSync(planFile, 'utf8')) as Plan)[id]!
  const names = new Set(planned.flatMap((one) => one.names ?? []))
  const slow = new Set(planned.flatMap((one) => one.slow))
  const isForAll = planned.some((one) => !one.names)
  let hasFailed = false
  beforeEach((context) => {
    const name = nameOf(context)
    if (hasFailed || slow.has(name) || !(isForAll || names.has(name))) context.skip()
  })
  afterEach(({ task }) => {
    hasFailed ||= task.result?.state === 'fail'
  })
  for (const { file } of planned) loaded(file)
}
