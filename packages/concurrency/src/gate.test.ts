import { afterEach, expect, test, vi } from 'vitest'
import { gate } from './gate'

afterEach(() => void vi.useRealTimers())

test('no more than the maximum are inside, and those that wait enter in the order they came', async () => {
  const { enter } = gate(2)
  const order: number[] = []
  const leaves: (() => void)[] = []
  const all = [1, 2, 3, 4].map(async (caller) => {
    const leave = await enter()
    order.push(caller)
    leaves.push(leave!)
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(order).toEqual([1, 2])
  const [first, second] = leaves
  first!()
  first!()
  await expect.poll(() => order).toEqual([1, 2, 3])
  second!()
  await Promise.all(all)
  expect(order).toEqual([1, 2, 3, 4])
})

test('who does not wait enters while a place is free, one at a time by the same key', () => {
  const { tryEnter, holds } = gate(2)
  const leave = tryEnter('ada')!
  expect([tryEnter('ada'), holds('ada'), holds('eve')]).toEqual([undefined, true, false])
  expect([tryEnter('eve'), tryEnter('bob')]).toEqual([expect.any(Function), undefined])
  leave()
  expect(tryEnter('ada')).toBeDefined()
})

test('who waits too long is refused, and takes no place later', async () => {
  vi.useFakeTimers()
  const { tryEnter, enter } = gate(1)
  const leave = tryEnter()!
  const late = enter(1_000)
  vi.advanceTimersByTime(1_000)
  expect(await late).toBeUndefined()
  leave()
  expect(tryEnter()).toBeDefined()
})

test('closing refuses those that wait and those that come later', async () => {
  const { tryEnter, enter, close } = gate(1)
  const leave = tryEnter()!
  const waiting = enter()
  close()
  expect(await waiting).toBeUndefined()
  leave()
  expect([await enter(), tryEnter()]).toEqual([undefined, undefined])
})

test('a place that is never left is free after its time', () => {
  vi.useFakeTimers()
  const { tryEnter } = gate(1, { heldMs: 30_000 })
  const leave = tryEnter()!
  vi.advanceTimersByTime(29_999)
  expect(tryEnter()).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(tryEnter()).toBeDefined()
  leave()
  expect(tryEnter()).toBeUndefined()
})
