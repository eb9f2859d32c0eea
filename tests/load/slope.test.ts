import { expect, test } from 'vitest'
import { slopeOf } from './slope'

test('the slope of a line has no error, and the error of a scatter is its standard error', () => {
  const hour = 3_600_000
  expect(slopeOf([0, 1, 2, 3].map((at) => [at * hour, 5 + 2 * at]))).toEqual({
    perHour: expect.closeTo(2),
    error: expect.closeTo(0),
  })
  const { perHour, error } = slopeOf([
    [0, 1],
    [hour, 3],
    [2 * hour, 2],
    [3 * hour, 4],
  ])
  expect([perHour, error]).toEqual([expect.closeTo(0.8), expect.closeTo(Math.sqrt(1.8 / 2 / 5))])
})
