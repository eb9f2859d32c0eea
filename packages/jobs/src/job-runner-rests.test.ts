import { pacer } from '@app/concurrency/pacer'
import { expect, test } from 'vitest'
import { noRests, restsOfPerson } from './job-runner'

/** What a job rests before and between these chunks, in milliseconds. */
async function restsOf(chunks: readonly number[], options: Parameters<typeof pacer>[0]): Promise<number[]> {
  let at = 0
  const rests: number[] = []
  const sleep = async (ms: number) => void rests.push(ms)
  const rest = pacer(options, { now: () => at, sleep })
  for (const ms of chunks) {
    await rest()
    at += ms
  }
  return rests
}

test('a short job does not rest, a long one rests twice as long as a chunk took, a second at most', async () => {
  expect(await restsOf([2_500, 2_500, 2_500, 2_500], restsOfPerson)).toEqual([])
  expect(await restsOf([10_000, 100, 3_000, 100, 100], restsOfPerson)).toEqual([200, 1_000, 200])
})

test('work of the product itself does not rest', async () => {
  expect(await restsOf([3_000, 3_000], noRests)).toEqual([])
})
