import { expect, test } from 'vitest'
import { fuzzSeed as seed } from '../support/fuzz-seed'
import { fuzzTargets } from './targets'

test(`of 1,000 targets nginx, Bun and the routes read each in the same way (SEED=${seed})`, async () => {
  const { faults, reached, routed } = await fuzzTargets({ targets: 1_000, seed })
  expect(faults).toEqual([])
  // Some targets must arrive, or nothing was compared.
  expect(Math.min(reached, routed)).toBeGreaterThan(100)
})
