import { expect, test } from 'vitest'
import { turns } from './turns'

test('no more than allowed go at once, in the order they came', async () => {
  const { enter, leave } = turns(2)
  const order: number[] = []
  const all = [1, 2, 3, 4].map(async (who) => {
    if (await enter()) order.push(who)
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(order).toEqual([1, 2])
  leave()
  leave()
  await Promise.all(all)
  expect(order).toEqual([1, 2, 3, 4])
})

test('after the close who waits is sent home', async () => {
  const { enter, close } = turns(1)
  expect(await enter()).toBe(true)
  const waiting = enter()
  close()
  expect([await waiting, await enter()]).toEqual([false, false])
})
