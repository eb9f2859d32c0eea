import { expect, test } from 'vitest'
import { seeded } from '../faults/seeded-random'
import { type Pair, pairedGap } from './paired-gap'

/** Times with a long tail, as on a busy machine; the first of each pair is longer by the given time. */
function measured(longer: number, noise: number): Pair[] {
  const random = seeded(7)
  const time = () => 5 + noise * -Math.log(1 - random.next())
  return Array.from({ length: 200 }, () => [time() + longer, time()])
}

test.each([0.5, 0.95])('equal times have no improbable gap, however busy the machine (quantile %d)', (share) => {
  for (const noise of [1, 30, 300]) expect(pairedGap(measured(0, noise), share).pValue).toBeGreaterThan(0.01)
})

test('a side that takes longer is found', () => {
  for (const noise of [1, 10]) {
    const { gap, pValue } = pairedGap(measured(5, noise), 0.5)
    expect(gap).toBeGreaterThan(3)
    expect(pValue).toBeLessThan(0.001)
  }
})
