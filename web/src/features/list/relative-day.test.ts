import { expect, test } from 'vitest'
import { isRelativeDay, presetOf, resolveDay } from './relative-day'

const now = Date.parse('2026-11-21T20:00:00-08:00')
const day = (text: string) => resolveDay(text, now)

test('a relative day is resolved from today or from the Sunday of this week, across months', () => {
  expect(['today', 'today+1', 'today+30'].map(day)).toEqual(['2026-11-21', '2026-11-22', '2026-12-21'])
  expect(['week', 'week+6', 'week-7', 'week-1'].map(day)).toEqual([
    '2026-11-15',
    '2026-11-21',
    '2026-11-08',
    '2026-11-14',
  ])
})

test('any other text is no relative day', () => {
  expect(['2026-11-21', 'todays', 'today+1000', 'now'].map(isRelativeDay)).toEqual([false, false, false, false])
  expect(day('2026-11-21')).toBe('2026-11-21')
})

test('the bounds of a preset are recognized', () => {
  expect(presetOf({ gte: 'week', lte: 'week+6' })?.label).toBe('This week')
  expect(presetOf({ lt: 'today' })?.label).toBe('Overdue')
  expect(presetOf({ gte: 'today' })).toBeUndefined()
})
