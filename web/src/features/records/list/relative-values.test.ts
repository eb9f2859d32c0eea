import { expect, test } from 'vitest'
import { isRelativeDay, lastSummer, presetOf, presetsFor, resolveDay } from './relative-values'

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

test('a date that is always in the past has no preset ahead', () => {
  const field = { type: 'string', format: 'date' } as const
  const labels = (...given: Parameters<typeof presetsFor>) => presetsFor(...given).map(({ label }) => label)
  expect(labels('due', field)).toEqual(['Today', 'Tomorrow', 'This week', 'Last week', 'Next 30 days', 'Overdue'])
  const past = ['Today', 'This week', 'Last week']
  expect(labels('joined', { ...field, maximum_date: 'today' })).toEqual(past)
  expect(labels('created_at', { ...field, format: 'date-time' })).toEqual(past)
})

test('records are found by the lessons of the summer that is now, or was last', () => {
  const bounds = (year: number) => ({ gte: `${year}-06-01`, lte: `${year}-08-31` })
  expect(lastSummer('2026-05-31')).toEqual({ label: 'Summer 2025', bounds: bounds(2025) })
  expect(lastSummer('2026-06-01')).toEqual({ label: 'Summer 2026', bounds: bounds(2026) })
  expect(lastSummer('2027-01-01').label).toBe('Summer 2026')
  const summer = lastSummer()
  const lessons = presetsFor('lessons.students', { type: 'string', format: 'date-time' })
  expect(lessons).toContainEqual(summer)
  expect(presetOf(summer.bounds, lessons)?.label).toBe(summer.label)
  expect(presetOf(summer.bounds)).toBeUndefined()
})
