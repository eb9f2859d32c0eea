import type { TableSchema } from '@app/table-schema/schema'
import { expect, test } from 'vitest'
import { isFilter, wireFilters } from './list-view'
import { relativeText, resolveTime } from './relative-values'

const schema: TableSchema = {
  name: 'lessons',
  properties: { name: { type: 'string' }, starts_at: { type: 'string', format: 'date-time' } },
}
const noon = Date.parse('2026-05-01T12:00:00Z')

test('a relative time resolves to an instant', () => {
  expect(resolveTime('now', noon)).toBe('2026-05-01T12:00:00.000Z')
  expect(resolveTime('now+2h', noon)).toBe('2026-05-01T14:00:00.000Z')
  for (const other of ['2026-05-01', 'now-2h', 'now+2', 'nowhere']) expect(resolveTime(other, noon)).toBe(other)
})

test('a relative time has a display text', () => {
  expect(['now', 'now+1h', 'now+2h', '2026-05-01'].map(relativeText)).toEqual([
    'now',
    '1 hour from now',
    '2 hours from now',
    undefined,
  ])
})

test('only filters of instants take relative times', () => {
  expect(isFilter(schema, 'starts_at__lt', 'now')).toBe(true)
  expect(isFilter(schema, 'starts_at__lt', 'soon')).toBe(false)
  const { starts_at__lt, name } = wireFilters(schema, { starts_at__lt: 'now', name: 'now' })
  expect(Math.abs(Date.parse(starts_at__lt!) - Date.now())).toBeLessThan(60_000)
  expect(name).toBe('now')
})
