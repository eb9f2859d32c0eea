import type { TableSchema } from '@app/table-schema/schema'
import { expect, test } from 'vitest'
import { listColumns } from './use-columns'

const text = { type: 'string' } as const
const lessons: TableSchema = {
  name: 'lessons',
  title_field: 'title',
  required: ['title'],
  properties: { id: text, kind: text, title: text, starts_at: { ...text, format: 'date-time' }, status: text },
}
const keys = (...given: Parameters<typeof listColumns>) => listColumns(...given).map(({ key }) => key)

test('the title comes first, the id last, the others as described', () => {
  expect(keys(lessons)).toEqual(['title', 'kind', 'starts_at', 'status', 'id'])
})

test('what an extension puts first follows the title, then the start of what a calendar shows', () => {
  const calendar = { start: 'starts_at', minutes: 'minutes' }
  expect(keys({ ...lessons, calendar })).toEqual(['title', 'starts_at', 'kind', 'status', 'id'])
  expect(keys({ ...lessons, calendar }, ['status'])).toEqual(['title', 'status', 'starts_at', 'kind', 'id'])
})

test('what an extension puts last comes before the id alone', () => {
  expect(keys(lessons, [], ['kind', 'starts_at'])).toEqual(['title', 'status', 'kind', 'starts_at', 'id'])
})
