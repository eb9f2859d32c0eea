import { expect, test } from 'vitest'
import { comingTime, formatTime } from './format-time'

const now = Date.parse('2026-12-31T22:00:00-08:00')

test("the year is left out while it is the school's, whatever the browser's time zone", () => {
  // The same year at the school, the next one in UTC; and the other way round.
  expect(formatTime('2026-12-31T23:30:00-08:00', now, 'en-US')).toMatch(/^Dec 31, 11:30\sPM$/)
  expect(formatTime('2026-01-01T07:30:00Z', now, 'en-US')).toMatch(/^Dec 31, 2025, 11:30\sPM$/)
})

test.each([
  ['2026-11-27T17:30:00-08:00', 'today at 5:30 PM'],
  ['2026-11-28T08:00:00-08:00', 'tomorrow at 8 AM'],
  ['2026-11-30T08:00:00-08:00', 'on Monday at 8 AM'],
  ['2026-12-04T08:00:00-08:00', 'Dec 4, 8:00 AM'],
])('%s is said as "%s"', (instant, text) => {
  const said = comingTime(instant, Date.parse('2026-11-27T16:00:00-08:00'), 'en-US')
  expect(said.replaceAll('\u202f', ' ')).toBe(text)
})
