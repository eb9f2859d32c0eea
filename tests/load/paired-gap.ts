import { type Seeded, seeded } from '../faults/seeded-random'
import { percentile } from '../support/percentile'

/** Two measurements, one right after the other. */
export type Pair = readonly [one: number, other: number]

function gapBetween(pairs: readonly Pair[], share: number): number {
  const of = (side: 0 | 1) => pairs.map((pair) => pair[side])
  return Math.abs(percentile(of(0), share) - percentile(of(1), share))
}

const shuffled = (pairs: readonly Pair[], random: Seeded): Pair[] =>
  pairs.map((pair) => (random.next() < 0.5 ? pair : [pair[1], pair[0]]))

/**
 * The gap between a quantile of the one side and that of the other, with its p-value: the probability of a gap at least as
 * large if both sides took the same time. A permutation test, which swaps each pair or not. On a busy machine gaps are large,
 * but not improbable.
 *
 * @param share the quantile, 0.5 for the median
 */
export function pairedGap(pairs: readonly Pair[], share: number, shuffles = 2_000): { gap: number; pValue: number } {
  const gap = gapBetween(pairs, share)
  const random = seeded(1)
  let asLarge = 0
  for (let each = 0; each < shuffles; each++) if (gapBetween(shuffled(pairs, random), share) >= gap) asLarge++
  return { gap, pValue: (asLarge + 1) / (shuffles + 1) }
}
