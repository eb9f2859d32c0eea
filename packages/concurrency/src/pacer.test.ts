import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunkSize, mapInChunks, pacer } from './pacer'

test('requests get twice the time that the work took', async () => {
  let now = 0
  const rests: number[] = []
  const rest = pacer(
    {},
    {
      now: () => now,
      async sleep(ms) {
        rests.push(ms)
        now += ms
      },
    },
  )
  now += 4
  await rest()
  now += 10
  await rest()
  // The database was slow: progress is still made.
  now += 5_000
  await rest()
  expect(rests).toEqual([8, 20, 200])
})

test('every item is handled once and in order, no more than a chunk between two rests', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.integer(), { maxLength: 5 * chunkSize }), async (items) => {
      let sinceRest = 0
      let most = 0
      const results = await mapInChunks(
        items,
        async () => {
          most = Math.max(most, sinceRest)
          sinceRest = 0
        },
        async (chunk) => {
          sinceRest += chunk.length
          return chunk.map((item) => -item)
        },
      )
      expect(results).toEqual(items.map((item) => -item))
      expect([sinceRest, most <= chunkSize]).toEqual([0, true])
    }),
  ))
