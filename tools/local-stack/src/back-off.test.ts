import { expect, test } from 'vitest'
import { createBackOff } from './process-runner'

test('waits double from half a second to ten seconds', () => {
  const wait = createBackOff()
  expect(Array.from({ length: 7 }, () => wait(0))).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
})

test('half a minute of health starts the row again', () => {
  const wait = createBackOff()
  wait(0)
  wait(29_999)
  expect(wait(30_000)).toBe(500)
  expect(wait(1)).toBe(1_000)
})
