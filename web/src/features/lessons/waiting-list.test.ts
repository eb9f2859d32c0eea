import { expect, test } from 'vitest'
import { offerEnd } from './waiting-list'

const later = Date.parse('2026-12-31T18:00:00.000Z')

test.each([
  ['at noon until noon', '2026-11-27T12:00:00-08:00', '2026-11-28T12:00:00-08:00'],
  ['at 9 PM until 9 PM', '2026-11-27T21:00:00-08:00', '2026-11-28T21:00:00-08:00'],
  ['at 10 PM until 8 AM', '2026-11-27T22:00:00-08:00', '2026-11-29T08:00:00-08:00'],
  ['at 2 AM until 8 AM', '2026-11-27T02:00:00-08:00', '2026-11-28T08:00:00-08:00'],
  ['in the night in which clocks go forward, until 8 AM', '2026-03-07T02:30:00-08:00', '2026-03-08T08:00:00-07:00'],
])('a seat is held %s', (_, now, end) => {
  expect(offerEnd(later, Date.parse(now)).getTime()).toBe(Date.parse(end))
})

test('no seat is held when the lesson has begun', () => {
  const start = Date.parse('2026-11-28T10:00:00-08:00')
  expect(offerEnd(start, Date.parse('2026-11-27T22:00:00-08:00')).getTime()).toBe(start)
})
