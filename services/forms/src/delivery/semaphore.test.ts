import { expect, test } from 'vitest'
import { semaphore } from './semaphore'

test('no more callers than permits hold one at once, in the order they came', async () => {
  const { acquire, release } = semaphore(2)
  const order: number[] = []
  const all = [1, 2, 3, 4].map(async (caller) => {
    if (await acquire()) order.push(caller)
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(order).toEqual([1, 2])
  release()
  release()
  await Promise.all(all)
  expect(order).toEqual([1, 2, 3, 4])
})

test('closing refuses waiting and later callers', async () => {
  const { acquire, close } = semaphore(1)
  expect(await acquire()).toBe(true)
  const waiting = acquire()
  close()
  expect([await waiting, await acquire()]).toEqual([false, false])
})
