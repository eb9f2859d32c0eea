import { expect, test, vi } from 'vitest'
import { maxRepeats, repeatedRows, settled, wallClock, weeklyDays } from './repeat-dialog'

test('the time of day stays the same across a clock change, as the school has it', () => {
  expect(wallClock('2026-10-31T17:00:00.000Z')).toEqual({ day: '2026-10-31', time: '10:00' })
  expect(wallClock('2026-11-07T18:00:00.000Z')).toEqual({ day: '2026-11-07', time: '10:00' })
  const rows = repeatedRows({ id: 'a', title: 'First', starts_at: '2026-10-31T17:00:00.000Z' }, ['2026-11-07'])
  expect(rows).toBe('starts_at,title\r\n2026-11-07 10:00,First\r\n')
})

test('every week until a day, that day included; more than a year is noticed', () => {
  expect(weeklyDays('2026-11-28', '2026-12-12')).toEqual(['2026-12-05', '2026-12-12'])
  expect(weeklyDays('2026-11-28', '2026-12-04')).toEqual([])
  expect(weeklyDays('2026-11-28', '2099-01-01')).toHaveLength(maxRepeats + 1)
})

test('a copy takes over everything but its students and attendance; empty fields are left out', () => {
  const lesson = { id: 'a', title: 'A, "B"', seats: 8, price: null, notes: '<p>x</p>', students: ['s'], present: ['s'] }
  expect(repeatedRows({ ...lesson, starts_at: '2026-11-28T18:00:00.000Z' }, ['2026-12-05', '2026-12-12'])).toBe(
    'starts_at,title,seats,notes\r\n2026-12-05 10:00,"A, ""B""",8,<p>x</p>\r\n2026-12-12 10:00,"A, ""B""",8,<p>x</p>\r\n',
  )
})

test('an import that does not end is an error after a number of looks', async () => {
  const counts = { total: 1, applied: 0, create: 1, update: 0, unchanged: 0, errorRows: 0 }
  const lists = { headers: [], samples: [], mapping: {}, match: null, errors: [], creates: [], updates: [] }
  const report = { id: 'i1', table: 'lessons', fileName: 'a.csv', state: 'applying', ...counts, ...lists }
  const look = vi.fn(async () => Response.json(report))
  vi.stubGlobal('fetch', look)
  await expect(settled(report as never, 0)).rejects.toMatchObject({ code: 'unavailable' })
  expect(look).toHaveBeenCalledTimes(400)
})
