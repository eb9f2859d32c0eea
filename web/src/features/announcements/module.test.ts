import { expect, test } from 'vitest'
import { announcementState, tonight } from './module'

const now = Date.parse('2026-11-22T20:00:00Z')
const earlier = '2026-11-22T19:00:00Z'
const later = '2026-11-22T21:00:00Z'

test.each([
  [{ published: false, starts_at: earlier }, 'Draft'],
  [{ starts_at: null }, 'Draft'],
  [{ published: true, starts_at: null, ends_at: null }, 'Live'],
  [{ published: true, starts_at: earlier, ends_at: later }, 'Live'],
  [{ published: true, starts_at: later }, 'Scheduled'],
  [{ published: true, starts_at: earlier, ends_at: earlier }, 'Over'],
  [{ published: true, ends_at: '2026-11-22T20:00:00Z' }, 'Over'],
])('%j is %s', (record, label) => {
  expect(announcementState(record, now).label).toBe(label)
})

test("tonight is a minute before the school's midnight, also on days when clocks change", () => {
  expect(tonight(now)).toBe('2026-11-23T07:59:00.000Z')
  expect(tonight(Date.parse('2026-11-01T08:30:00Z'))).toBe('2026-11-02T07:59:00.000Z')
  expect(tonight(Date.parse('2026-07-01T12:00:00Z'))).toBe('2026-07-02T06:59:00.000Z')
})
