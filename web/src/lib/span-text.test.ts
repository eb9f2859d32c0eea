import { hours, minutes } from '@app/contracts/durations'
import { expect, test } from 'vitest'
import { spanText } from './span-text'

test.each([
  [0, 'less than a minute'],
  [minutes(59), '59 min'],
  [hours(3), '3 h'],
  [hours(5) + minutes(59), '5 h 59 min'],
  [hours(6) + minutes(5), '6 h'],
  [hours(47) + minutes(59), '47 h'],
  [hours(52) + minutes(5), '2 days'],
  [-1, 'less than a minute'],
])('a span of %d ms is %s', (span, text) => {
  expect(spanText(span)).toBe(text)
})
