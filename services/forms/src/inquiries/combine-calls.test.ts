import { afterEach, expect, test, vi } from 'vitest'
import { combineCalls } from './combine-calls'

afterEach(() => void vi.useRealTimers())

const limits = { maxItems: 50, maxCalls: 1, queueTimeoutMs: 3_000, callTimeoutMs: 5_000 }

/** Doubles numbers, in calls that end when told to. */
function doubles(change: Partial<typeof limits> = {}) {
  const calls: { items: number[]; finish(error?: Error): Promise<void> }[] = []
  const double = combineCalls<number, number>(
    (items) =>
      new Promise((resolve, reject) => {
        calls.push({
          items,
          async finish(error) {
            if (error) reject(error)
            else resolve(items.map((item) => (item < 0 ? new Error('negative') : item * 2)))
            await Bun.sleep(0)
          },
        })
      }),
    { ...limits, ...change },
  )
  const outcome = (item: number) => double(item).catch((error) => error.code ?? error.message)
  return { calls, outcome }
}

test('a lone item is processed at once, later ones share a call, each with its own result', async () => {
  const { calls, outcome } = doubles()
  const all = [1, 2, 3].map(outcome)
  await calls[0]!.finish()
  await calls[1]!.finish()
  expect(await Promise.all(all)).toEqual([2, 4, 6])
  const last = outcome(4)
  await calls[2]!.finish()
  expect(await last).toBe(8)
  expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3], [4]])
})

test('one bad item does not fail forty-nine good ones', async () => {
  const { calls, outcome } = doubles()
  const first = outcome(0)
  const all = Array.from({ length: 50 }, (_, i) => outcome(i === 7 ? -1 : i))
  await calls[0]!.finish()
  await calls[1]!.finish()
  expect(await Promise.all(all)).toEqual(Array.from({ length: 50 }, (_, i) => (i === 7 ? 'negative' : 2 * i)))
  await first
})

test('a failed call fails its own items only', async () => {
  const { calls, outcome } = doubles()
  const all = [1, 2, 3].map(outcome)
  await calls[0]!.finish()
  await calls[1]!.finish(new Error('gone'))
  expect(await Promise.all(all)).toEqual([2, 'gone', 'gone'])
  const next = outcome(5)
  await calls[2]!.finish()
  expect(await next).toBe(10)
})

test('no call holds more than the maximum', async () => {
  const { calls, outcome } = doubles({ maxItems: 2 })
  const all = [1, 2, 3, 4].map(outcome)
  for (let i = 0; i < 3; i++) await calls[i]!.finish()
  await Promise.all(all)
  expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3], [4]])
})

test('waiting is limited, and an item that timed out is not processed', async () => {
  vi.useFakeTimers()
  const { calls, outcome } = doubles()
  const [first, late] = [outcome(1), outcome(2)]
  vi.advanceTimersByTime(3_000)
  expect(await late).toBe('unavailable')
  vi.useRealTimers()
  await calls[0]!.finish()
  await first
  expect(calls.length).toBe(1)
})

test('a call without an answer times out and makes room for the next', async () => {
  vi.useFakeTimers()
  const { calls, outcome } = doubles()
  const first = outcome(1)
  vi.advanceTimersByTime(5_000)
  expect(await first).toBe('unavailable')
  void outcome(2)
  expect(calls[1]!.items).toEqual([2])
})
