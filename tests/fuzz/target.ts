import fc from 'fast-check'

/**
 * A parser under fuzzing: its inputs and its invariants. `check` throws when an invariant is violated, and
 * returns whether the input was accepted: a parser that refuses everything proves little.
 */
export type Target<Input = unknown> = {
  name: string
  /** The share of the runs it gets where one input holds many rows; 1 by default. */
  share?: number
  /** How much the memory of the process may grow in a run of its own, in MB. */
  maxGrowth?: number
  input: fc.Arbitrary<Input>
  check: (input: Input) => boolean | Promise<boolean>
}

/** Ties the type of the input to its check; the type is erased outside. */
export const target = <Input>(one: Target<Input>) => one as unknown as Target

export function hold(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what)
}

/** The limit for one input, in CPU time of its own thread: other work on the machine or in the process does not count. */
const maxMs = 250

/** Repeats a slow run: only an input that is slow every time fails. */
async function timed<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; ; turn++) {
    const before = process.threadCpuUsage()
    const result = await run()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
    if (least <= maxMs) return result
    hold(turn < 3, `took ${least.toFixed(0)} ms of CPU at least`)
  }
}

export type FuzzResult = {
  runs: number
  taken: number
  fault?: { message: string; counterexample: string; seed: number; path: string }
}

const chunkSize = 2_000

/** Feeds a parser `runs` inputs derived from the seed. `onProgress` receives the count. */
export async function fuzz(
  { input, check, share = 1 }: Target,
  { runs: wanted, seed, onProgress = () => {} }: { runs: number; seed: number; onProgress?: (done: number) => void },
): Promise<FuzzResult> {
  const runs = Math.ceil(wanted * share)
  let taken = 0
  for (let done = 0; done < runs; done += chunkSize) {
    const numRuns = Math.min(chunkSize, runs - done)
    const property = fc.asyncProperty(input, async (one) => {
      if (await timed(() => check(one))) taken++
    })
    const outcome = await fc.check(property, { seed: seed + done, numRuns })
    if (outcome.failed) {
      const { errorInstance, counterexample, counterexamplePath } = outcome
      const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
      const shown = fc.stringify(counterexample?.[0])
      return {
        runs: done,
        taken,
        fault: { message, counterexample: shown, seed: seed + done, path: counterexamplePath ?? '' },
      }
    }
    onProgress(done + numRuns)
  }
  return { runs, taken }
}
