import { expect, test } from 'vitest'
import { chunkRest } from './chunk-rest'

/** What a job rests before and between these chunks, in milliseconds. */
async function restsOf(chunks: readonly number[], isOfPerson = true): Promise<number[]> {
  let at = 0
  const rests: number[] = []
  const sleep = async (ms: number) => void rests.push(ms)
  const rest = chunkRest(isOfPerson, { now: () => at, sleep })
  for (const ms of chunks) {
    await rest.begin()
    at += ms
  }
  return rests
}

test('a short job does not rest, a long one rests twice as long as a chunk took, a second at most', async () => {
  expect(await restsOf([500, 500, 500, 500])).toEqual([])
  expect(await restsOf([2_000, 100, 3_000, 100, 100])).toEqual([200, 1_000, 200])
})

test('work of the product itself does not rest', async () => {
  expect(await restsOf([3_000, 3_000], false)).toEqual([])
})
