import { type Seeded, seeded } from '../faults/seeded-random'

/** What was measured one right after the other. */
export type Pair = readonly [one: number, other: number]

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!

const gapBetween = (pairs: readonly Pair[], share: number) =>
  Math.abs(
    quantile(
      pairs.map(([one]) => one),
      share,
    ) -
      quantile(
        pairs.map(([, other]) => other),
        share,
      ),
  )

const shuffled = (pairs: readonly Pair[], random: Seeded): Pair[] =>
  pairs.map((pair) => (random.next() < 0.5 ? pair : [pair[1], pair[0]]))

/**
 * The gap between a quantile of the one side and that of the other, and the chance to find one as large if both sides took
 * the same time: a permutation test, in which every pair is swapped or not. A busy machine makes large gaps, yet none that
 * is unlikely.
 *
 * @param share which quantile, 0.5 for the median
 */
export function pairedGap(pairs: readonly Pair[], share: number, shuffles = 2_000): { gap: number; chance: number } {
  const gap = gapBetween(pairs, share)
  const random = seeded(1)
  let asLarge = 0
  for (let each = 0; each < shuffles; each++) if (gapBetween(shuffled(pairs, random), share) >= gap) asLarge++
  return { gap, chance: (asLarge + 1) / (shuffles + 1) }
}
