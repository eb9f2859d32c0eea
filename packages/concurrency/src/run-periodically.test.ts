import { expect, test, vi } from 'vitest'
import { runPeriodically } from './run-periodically'

test('rounds never overlap, continue after an error, and end with the stop', async () => {
  vi.useFakeTimers()
  let rounds = 0
  const errors: unknown[] = []
  const stop = runPeriodically(
    async () => {
      rounds += 1
      if (rounds === 2) throw new Error('unavailable')
    },
    (error) => errors.push(error),
    1_000,
  )
  await vi.advanceTimersByTimeAsync(3_500)
  await stop()
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  expect([rounds, errors.length]).toEqual([3, 1])
})
