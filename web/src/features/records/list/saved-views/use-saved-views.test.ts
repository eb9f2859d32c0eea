import type { TableSchema } from '@app/table-schema/schema'
import { expect, test } from 'vitest'
import { emptyView } from '../list-view'
import { isPlain, listOf, savedQueryOf } from './use-saved-views'

const schema: TableSchema = { name: 'lessons', properties: { title: { type: 'string' }, seats: { type: 'integer' } } }
const narrowed = { sort: { field: 'title', direction: 'asc' }, q: 'first', filters: { seats__gte: '4' } } as const

test('a list is saved and shown again; what the table no longer has is left out', () => {
  expect(listOf(schema, { id: 'v1', query: savedQueryOf(narrowed) })).toEqual({ ...emptyView, ...narrowed, view: 'v1' })
  const { filters, sort } = listOf(schema, { id: 'v1', query: 'sort=gone%3Aasc&f.gone=1&f.seats=8' })
  expect({ filters, sort }).toEqual({ filters: { seats: '8' }, sort: null })
})

test('a list without search, filters and sort is plain', () => {
  expect([isPlain(emptyView), isPlain(narrowed), savedQueryOf(emptyView)]).toEqual([true, false, ''])
})
