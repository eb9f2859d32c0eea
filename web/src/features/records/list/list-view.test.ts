import type { TableSchema } from '@app/table-schema/schema'
import { expect, test } from 'vitest'
import { emptyView, printView, readView, type View } from './list-view'

const schemas: TableSchema[] = [
  { name: 'students', properties: { name: { type: 'string' } } },
  { name: 'lessons', properties: { day: { type: 'string' }, seats: { type: 'integer' }, table: { type: 'string' } } },
]
const read = (search: string) => readView(new URLSearchParams(search), schemas)

test('an empty address shows the first table with its defaults', () => {
  expect(read('')).toEqual({ ...emptyView, table: 'students' })
})

test('a view is read back from the address it prints', () => {
  const view: View = {
    table: 'lessons',
    page: 3,
    limit: 100,
    sort: { field: 'day', direction: 'desc' },
    q: 'a & b',
    filters: { seats__gte: '3', table: 'a field may have any name' },
    mode: null,
    view: null,
    record: '65f000000000000000000001',
  }
  expect(read(printView(view).toString())).toEqual(view)
})

test('defaults are left out of the address', () => {
  expect(printView({ ...emptyView, table: 'students' }).toString()).toBe('table=students')
})

test.each([
  'table=users',
  'page=0',
  'page=-1',
  'page=1e9',
  'page=10001',
  'page=x',
  'limit=7',
  'sort=other:asc',
  'sort=name',
  'sort=__proto__:asc',
  'f.other=1',
  'f.name__where=1',
  'record=../x',
])('what makes no sense is as at the start: %s', (search) => {
  expect(read(search)).toEqual({ ...emptyView, table: 'students' })
})

test('a search is cut at 200 characters', () => {
  expect(read(`q=${'x'.repeat(300)}`).q).toHaveLength(200)
})
