import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzSeed as seed } from '../support/fuzz-seed'
import { parsers } from './parsers'
import { fuzz, hold, target } from './target'

test.each(parsers.map((one) => [one.name, one] as const))(
  '%s: 1,000 hostile inputs break no rule',
  async (_, parser) => {
    const found = await fuzz(parser, { runs: 1_000, seed })
    expect(found.fault).toBeUndefined()
    // Some inputs must be accepted, or accepted ones would be untested.
    expect(found.taken).toBeGreaterThan(20)
  },
)

test('a failure is reported with a small input and the seed that reproduces it', async () => {
  const broken = target({
    name: 'broken',
    input: fc.string(),
    check(text) {
      hold(!text.includes('x'), 'it holds an x')
      return true
    },
  })
  const first = await fuzz(broken, { runs: 20_000, seed: 7 })
  expect(first.fault).toMatchObject({ message: 'it holds an x', counterexample: '"x"' })
  expect(await fuzz(broken, { runs: 20_000, seed: 7 })).toEqual(first)
})
