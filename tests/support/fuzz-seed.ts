import fc from 'fast-check'

/**
 * What the properties of all tests draw: the same inputs on every run, or those of FUZZ_SEED, a number or `new`. A failure names its
 * seed; that seed, given to the property beside the fault, becomes a case.
 *
 * @throws Error for a seed that is no number
 */
export function seedOf(given: string | undefined, random = () => Math.floor(Math.random() * 2 ** 31)): number {
  if (given === 'new') return random()
  const seed = Number(given || 1)
  if (Number.isSafeInteger(seed)) return seed
  throw new Error('FUZZ_SEED must be a whole number or "new"')
}

/** The seed of this run. */
export const fuzzSeed = seedOf(process.env.FUZZ_SEED)

fc.configureGlobal({ seed: fuzzSeed })
