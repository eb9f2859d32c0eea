import { expect, test, vi } from 'vitest'
import { runPeriodically } from './run-loop'

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

test('a round that fails before it waits for anything is an error like any other', async () => {
  vi.useFakeTimers()
  const errors: unknown[] = []
  const stop = runPeriodically(
    () => {
      throw new Error('unavailable')
    },
    (error) => errors.push(error),
    1_000,
  )
  await vi.advanceTimersByTimeAsync(2_500)
  await stop()
  vi.useRealTimers()
  expect(errors).toEqual([new Error('unavailable'), new Error('unavailable')])
})

test('a stop tells a long round to end, and waits three seconds for one that does not', async () => {
  vi.useFakeTimers()
  let aborted = false
  const stop = runPeriodically(
    (signal) => {
      signal.addEventListener('abort', () => (aborted = true))
      return new Promise(() => {})
    },
    () => {},
    1_000,
  )
  await vi.advanceTimersByTimeAsync(1_000)
  let isStopped = false
  const stopping = stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(2_900)
  expect([aborted, isStopped]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(200)
  await stopping
  vi.useRealTimers()
  expect(isStopped).toBe(true)
})

test('a round that hangs is told to end before the next begins', async () => {
  vi.useFakeTimers()
  const signals: AbortSignal[] = []
  const stop = runPeriodically(
    (signal) => {
      signals.push(signal)
      return new Promise(() => {})
    },
    () => {},
    1_000,
    { timeoutMs: 5_000 },
  )
  await vi.advanceTimersByTimeAsync(7_500)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  const stopping = stop()
  await vi.advanceTimersByTimeAsync(3_000)
  await stopping
  vi.useRealTimers()
})
