import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzColleagues } from '../fuzz/colleagues'
import { fuzzRequests } from '../fuzz/requests'
import { casesOf, everyCase } from '../support/cases'
import { fuzzSeed as seed } from '../support/fuzz-seed'
import type { Product } from '../support/product'
import { shareSamples } from '../support/shared-products'

let product: Product
beforeAll(async () => {
  product = await shareSamples()
})
afterAll(() => product?.stop())

const requests = everyCase ? 600 : 100

test('randomly mutated requests are answered as documented and store nothing invalid', async () => {
  const { lines, failed } = await fuzzRequests({ product, requests, seed })
  expect([seed, failed, failed > 0 ? lines : []]).toEqual([seed, 0, []])
})

/** One that ran 100,000 steps, each that found something once, and one that begins with a right to own lessons alone. */
const keptSeeds = [27, 23]

test.each(casesOf(keptSeeds, (seed) => seed === 23))(
  'two colleagues receive no value that they may not see, whatever the other one does (seed %i)',
  async (seed) => {
    const { faults, lines } = await fuzzColleagues({ product, steps: 150, seed })
    expect(faults).toEqual([])
    expect(lines.join()).toMatch(/marks received of \w/)
  },
)
