import fc from 'fast-check'

/**
 * A parser under fuzzing: what it is fed, and what must hold of whatever it makes of that. Throws when it does not, and
 * tells whether the input was taken: what refuses everything proves little.
 */
export type Target<Input = unknown> = {
  name: string
  input: fc.Arbitrary<Input>
  check: (input: Input) => boolean | Promise<boolean>
}

/** Keeps the type of the input between the two halves; outside only the pair counts. */
export const target = <Input>(one: Target<Input>) => one as unknown as Target

export function hold(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what)
}

/** Longer than any input of this size may take, on a machine that has other work, too. */
const patience = 250

/** Runs it, and again where it took long: only what is slow each time is slow. */
async function timed<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await run()
  let best = performance.now() - startedAt
  for (let turn = 0; turn < 3 && best > patience; turn++) {
    const again = performance.now()
    await run()
    best = performance.now() - again
  }
  hold(best <= patience, `took ${best.toFixed(0)} ms each time`)
  return result
}

export type Found = {
  runs: number
  taken: number
  fault?: { message: string; counterexample: string; seed: number; path: string }
}

const batch = 2_000

/** Feeds a parser `runs` inputs, which follow from the seed alone. `told` hears how far it is. */
export async function fuzz(
  { input, check }: Target,
  { runs, seed, told = () => {} }: { runs: number; seed: number; told?: (done: number) => void },
): Promise<Found> {
  let taken = 0
  for (let done = 0; done < runs; done += batch) {
    const numRuns = Math.min(batch, runs - done)
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
    told(done + numRuns)
  }
  return { runs, taken }
}
