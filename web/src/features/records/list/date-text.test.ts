import { expect, test } from 'vitest'
import { dateText } from './date-text'

const now = Date.parse('2026-11-21T20:00:00-08:00')
const day = (value: string) => dateText({ type: 'string', format: 'date' }, value, now, 'en-US')

test('days near today are relative, others short, and the year stands where it is needed', () => {
  expect(['2026-11-20', '2026-11-21', '2026-11-22'].map(day)).toEqual(['Yesterday', 'Today', 'Tomorrow'])
  expect(['2026-11-28', '2026-03-04', '2025-03-04'].map(day)).toEqual(['Sat, Nov 28', 'Mar 4', 'Mar 4, 2025'])
  expect(day('2027-01-09')).toBe('Jan 9')
})

test("an instant is shown in the school's time", () => {
  const text = dateText({ type: 'string', format: 'date-time' }, '2026-11-22T18:00:00.000Z', now, 'en-US')
  expect(text).toMatch(/^Tomorrow, 10:00\sAM$/)
})

test('a text that is not a date is not a match', () => {
  expect(day('soon')).toBeUndefined()
  expect(dateText({ type: 'string', format: 'date-time' }, 'soon', now)).toBeUndefined()
})
