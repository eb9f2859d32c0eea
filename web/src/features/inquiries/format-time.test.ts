import { expect, test } from 'vitest'
import { formatTime } from './format-time'

const now = Date.parse('2026-12-31T22:00:00-08:00')

test("the year is left out while it is the school's, whatever the browser's time zone", () => {
  // The same year at the school, the next one in UTC; and the other way round.
  expect(formatTime('2026-12-31T23:30:00-08:00', now, 'en-US')).toMatch(/^Dec 31, 11:30\sPM$/)
  expect(formatTime('2026-01-01T07:30:00Z', now, 'en-US')).toMatch(/^Dec 31, 2025, 11:30\sPM$/)
})
