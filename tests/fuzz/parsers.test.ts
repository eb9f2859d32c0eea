import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsers } from './parsers'
import { fuzz, hold, target } from './target'

// A seed of its own for each run: what one of them finds is told with the seed that finds it again.
const seed = Math.floor(performance.timeOrigin) % 1_000_000_000

test.each(parsers.map((one) => [one.name, one] as const))(
  '%s: 2,000 hostile inputs break no rule',
  async (_, parser) => {
    const found = await fuzz(parser, { runs: 2_000, seed })
    expect(found.fault).toBeUndefined()
    // Some are taken, too, or nothing would be known of those.
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
