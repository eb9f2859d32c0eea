import { expect, test } from 'vitest'
import { fuzzRequests } from '../fuzz/requests'

test('600 randomly mutated requests are answered as documented and store nothing invalid', async () => {
  // A new seed for each run; a failure prints the seed that reproduces it.
  const seed = Math.floor(performance.timeOrigin) % 1_000_000_000
  const { lines, failed } = await fuzzRequests({ requests: 600, seed })
  expect([seed, failed, failed > 0 ? lines : []]).toEqual([seed, 0, []])
})
