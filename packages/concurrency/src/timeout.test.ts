import { afterEach, expect, test, vi } from 'vitest'
import { succeedsWithin, withTimeout } from './timeout'

afterEach(() => void vi.useRealTimers())
const never = new Promise<never>(() => {})

test('work that settles in time keeps its outcome', async () => {
  expect(await withTimeout(Promise.resolve(7), 1_000)).toBe(7)
  await expect(withTimeout(Promise.reject(new Error('refused')), 1_000)).rejects.toThrow('refused')
})

test('work that takes longer rejects with the given error', async () => {
  vi.useFakeTimers()
  const outcome = withTimeout(never, 1_000, () => new Error('too slow')).catch(({ message }) => message)
  vi.advanceTimersByTime(1_000)
  expect(await outcome).toBe('too slow')
})

test('success, failure and timeout are reported as different outcomes', async () => {
  vi.useFakeTimers()
  const late = succeedsWithin(1_000, never)
  vi.advanceTimersByTime(1_000)
  expect(await late).toBe(false)
  vi.useRealTimers()
  expect(await succeedsWithin(1_000, Promise.resolve(undefined))).toBe(true)
  expect(await succeedsWithin(1_000, Promise.reject(new Error('refused')))).toBe(false)
})
