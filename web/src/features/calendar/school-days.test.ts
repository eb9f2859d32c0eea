import { expect, test } from 'vitest'
import { daysOf, instantAt, moveToDay, step } from './school-days'

test('moving a lesson across a clock change keeps its time of day', () => {
  expect(moveToDay('2026-03-07T18:00:00.000Z', '2026-03-14')).toBe('2026-03-14T17:00:00.000Z')
  expect(moveToDay('2026-03-07T18:00:00.000Z', '2026-03-08')).toBe('2026-03-08T17:00:00.000Z')
  expect(moveToDay('2026-10-31T17:00:00.000Z', '2026-11-01')).toBe('2026-11-01T18:00:00.000Z')
})

test('a lesson moves to a minute of a day', () => {
  expect(moveToDay('2026-03-07T18:00:00.000Z', '2026-03-14', 45)).toBe('2026-03-14T17:45:00.000Z')
  expect(instantAt('2026-11-28', 9 * 60 + 30)).toBe('2026-11-28T17:30:00.000Z')
})

test('a month is six weeks from Sunday; months, weeks and agendas follow each other', () => {
  const days = daysOf('month', '2026-11-28')
  expect([days[0], days.length, days.at(-1)]).toEqual(['2026-11-01', 42, '2026-12-12'])
  expect(daysOf('week', '2026-11-28')).toEqual(expect.arrayContaining(['2026-11-22', '2026-11-28']))
  expect(step('month', '2026-01-31', 1)).toBe('2026-02-01')
  expect(step('month', '2026-01-31', -1)).toBe('2025-12-01')
  expect(step('week', '2026-11-28', 1)).toBe('2026-12-05')
})
