import { expect, test } from 'vitest'
import { overlapping, spanFrom } from './conflicts'

const lesson = (starts_at: string, more: object = {}) => ({ starts_at, minutes: 60, ...more })
const ten = spanFrom(lesson('2026-11-28T18:00:00Z'))!

test.each<[string, object, boolean]>([
  ['begins within it', lesson('2026-11-28T18:30:00Z'), true],
  ['contains it', lesson('2026-11-28T17:00:00Z', { minutes: 480 }), true],
  ['begins when it ends', lesson('2026-11-28T19:00:00Z'), false],
  ['ends when it begins', lesson('2026-11-28T17:00:00Z'), false],
  ['is canceled', lesson('2026-11-28T18:00:00Z', { cancelled: true }), false],
  ['has no start', { minutes: 60 }, false],
])('a lesson that %s', (_, other, expected) => {
  expect(overlapping(ten, { ...other })).toBe(expected)
})
