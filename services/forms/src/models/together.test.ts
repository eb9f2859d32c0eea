import { expect, test } from 'vitest'
import { together } from './together'

test('who comes alone is served at once, who comes meanwhile goes together, each with his own result', async () => {
  const runs: number[][] = []
  const double = together(async (items: number[]) => {
    runs.push(items)
    await Bun.sleep(1)
    return items.map((item) => item * 2)
  })
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(runs).toEqual([[1], [2, 3], [4]])
})

test('a run that fails, fails for those in it and nobody else', async () => {
  const odd = together(async (items: number[]) => {
    if (items.includes(2)) throw new Error('even')
    return items
  })
  const results = await Promise.allSettled([1, 2, 3].map(odd))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await odd(5)).toBe(5)
})
