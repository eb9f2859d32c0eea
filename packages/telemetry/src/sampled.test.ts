import { expect, test } from 'vitest'
import { sampled } from './sampled'

test('a value is read at most once per interval, one read at a time, however often it is requested', async () => {
  let time = 0
  let readings = 0
  const read = sampled(async () => ++readings, { every: 10_000, now: () => time })
  expect(await Promise.all(Array.from({ length: 1_000 }, read))).toEqual(Array.from({ length: 1_000 }, () => 1))
  time = 9_999
  expect(await read()).toBe(1)
  time = 10_000
  expect(await read()).toBe(2)
})

test('a hanging read delays no call, is not repeated, and its late value is used', async () => {
  let time = 0
  let readings = 0
  let answer = (_: string) => {}
  const slow = () => {
    readings++
    return new Promise<string>((resolve) => {
      answer = resolve
    })
  }
  const read = sampled(slow, { every: 1_000, timeoutMs: 5, now: () => time })
  expect(await read()).toBeUndefined()
  time = 30_000
  expect(await read()).toBeUndefined()
  expect(readings).toBe(1)
  answer('late')
  time = 500
  expect(await read()).toBe('late')
  time = 90_000
  expect(await read()).toBeUndefined()
  expect(readings).toBe(2)
})

test('a failed read is no value, and is not repeated at once', async () => {
  let time = 0
  let readings = 0
  const read = sampled(
    async () => {
      readings++
      throw new Error('away')
    },
    { every: 1_000, now: () => time },
  )
  expect([await read(), await read()]).toEqual([undefined, undefined])
  expect(readings).toBe(1)
  time = 1_000
  await read()
  expect(readings).toBe(2)
})
