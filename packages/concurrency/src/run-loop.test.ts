import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runLoop } from './run-loop'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const rest = 30_000

test('a loop that rests begins a round at once when it is woken, and by itself when it was not', async () => {
  const round = vi.fn(async () => rest)
  const loop = runLoop(round, () => {})
  await pass(10_000)
  expect(round).toHaveBeenCalledTimes(1)
  loop.wake()
  await pass(0)
  expect(round).toHaveBeenCalledTimes(2)
  await pass(rest - 1)
  expect(round).toHaveBeenCalledTimes(2)
  await pass(1)
  expect(round).toHaveBeenCalledTimes(3)
  await loop.stop()
})

test('what arrives soon after a round, or during it, is gathered for the next one', async () => {
  const round = vi.fn(() => new Promise<number>((resolve) => setTimeout(resolve, 100, rest)))
  const loop = runLoop(round, () => {})
  await pass(50)
  for (let each = 0; each < 3; each++) loop.wake()
  await pass(299)
  expect(round).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(round).toHaveBeenCalledTimes(2)
  await pass(100)
  for (let each = 0; each < 3; each++) loop.wake()
  await pass(249)
  expect(round).toHaveBeenCalledTimes(2)
  await pass(1)
  expect(round).toHaveBeenCalledTimes(3)
  await pass(1_000)
  expect(round).toHaveBeenCalledTimes(3)
  await loop.stop()
})

test('a round that has more to do is followed by the next at once', async () => {
  const round = vi.fn(async () => rest).mockResolvedValueOnce(0)
  const loop = runLoop(round, () => {})
  await pass(1)
  expect(round).toHaveBeenCalledTimes(2)
  await loop.stop()
})

test('a round that failed is not repeated for each event that arrives, and the loop still ends at once', async () => {
  const round = vi.fn(async () => rest).mockRejectedValueOnce(new Error('unavailable'))
  const onError = vi.fn()
  const loop = runLoop(round, onError)
  loop.wake()
  await pass(1)
  expect(onError).toHaveBeenCalledOnce()
  for (let each = 0; each < 3; each++) loop.wake()
  await pass(1_900)
  expect(round).toHaveBeenCalledOnce()
  await pass(200)
  expect(round).toHaveBeenCalledTimes(2)
  await loop.stop()
  loop.wake()
  await pass(2 * rest)
  expect(round).toHaveBeenCalledTimes(2)
})
