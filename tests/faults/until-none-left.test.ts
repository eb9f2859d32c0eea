import { expect, test } from 'vitest'
import { untilNoneLeft } from './until-none-left'

test('it goes on for as long as they become fewer, however long that takes', async () => {
  let left = 12
  const startedAt = performance.now()
  expect(await untilNoneLeft(async () => left--, { timeoutMs: 60, intervalMs: 30 })).toBe(0)
  expect(performance.now() - startedAt).toBeGreaterThan(4 * 60)
})

test('it ends when they become no fewer', async () => {
  const counts = [5, 4, 3]
  expect(await untilNoneLeft(async () => counts.shift() ?? 3, { timeoutMs: 60, intervalMs: 10 })).toBe(3)
})
