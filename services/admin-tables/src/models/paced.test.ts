import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inPieces, pacer, pieceSize } from './paced'

test('requests get twice the time that the work took', async () => {
  let now = 0
  const rests: number[] = []
  const rest = pacer(
    async (ms) => {
      rests.push(ms)
      now += ms
    },
    () => now,
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

test('every item is handled once and in order, no more than a piece between two rests', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.integer(), { maxLength: 5 * pieceSize }), async (items) => {
      let sinceRest = 0
      let most = 0
      const results = await inPieces(
        items,
        async () => {
          most = Math.max(most, sinceRest)
          sinceRest = 0
        },
        async (piece) => {
          sinceRest += piece.length
          return piece.map((item) => -item)
        },
      )
      expect(results).toEqual(items.map((item) => -item))
      expect([sinceRest, most <= pieceSize]).toEqual([0, true])
    }),
  ))
