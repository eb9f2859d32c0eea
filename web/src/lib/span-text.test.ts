import { hours, minutes } from '@app/contracts/durations'
import { expect, test } from 'vitest'
import { dueText, spanText } from './span-text'

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

const now = Date.parse('2026-11-21T20:00:00Z')

test.each([
  ['2026-11-21T22:05:00Z', 'due in 2 h 5 min'],
  ['2026-11-23T02:00:00Z', 'due in 30 h'],
  ['2026-11-20T14:00:00Z', 'overdue by 30 h'],
  ['2026-11-18T20:00:00Z', 'overdue by 3 days'],
])('a deadline at %s is %s', (dueBy, text) => {
  expect(dueText(Date.parse(dueBy), now)).toBe(text)
})
