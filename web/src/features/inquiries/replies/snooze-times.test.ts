import { expect, test } from 'vitest'
import { nextSaturday } from './time-menu'

const saturdayAfter = (now: string) => nextSaturday(Date.parse(now)).toISOString()

test('the next Saturday begins at nine at the school, and is never today', () => {
  expect(saturdayAfter('2026-11-25T20:00:00-08:00')).toBe('2026-11-28T17:00:00.000Z')
  expect(saturdayAfter('2026-11-27T23:30:00-08:00')).toBe('2026-11-28T17:00:00.000Z')
  expect(saturdayAfter('2026-11-28T08:00:00-08:00')).toBe('2026-12-05T17:00:00.000Z')
  // Clocks go back on Sunday, November 1.
  expect(saturdayAfter('2026-10-31T12:00:00-07:00')).toBe('2026-11-07T17:00:00.000Z')
})
