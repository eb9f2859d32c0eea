import { expect, test } from 'vitest'
import { editDistance } from './edit-distance'

test.each([
  ['', '', 0],
  ['', 'bow', 3],
  ['arrow', '', 5],
  ['beginer', 'beginner', 1],
  ['SMPT_URL', 'SMTP_URL', 2],
  ['bow', 'row', 1],
])('from %j to %j', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
  expect(editDistance(other, one)).toBe(distance)
})
