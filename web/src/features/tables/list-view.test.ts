import type { Descriptor } from '@app/table-schema/descriptor'
import { expect, test } from 'vitest'
import { printView, readView } from './list-view'

const schemas: Descriptor[] = [
  { name: 'students', properties: { name: { type: 'string' } } },
  { name: 'lessons', properties: { day: { type: 'string' } } },
]
const read = (search: string) => readView(new URLSearchParams(search), schemas)

test('an address without a word shows the first table from the start', () => {
  expect(read('')).toEqual({ table: 'students', page: 1, sort: null })
})

test('a view survives the address bar', () => {
  const view = { table: 'lessons', page: 3, sort: { field: 'day', direction: 'desc' } } as const
  expect(read(printView(view).toString())).toEqual(view)
})

test.each(['table=users', 'page=0', 'page=-1', 'page=1e9', 'page=x', 'sort=other:asc', 'sort=name'])(
  'what makes no sense is as at the start: %s',
  (search) => {
    expect(read(search)).toEqual({ table: 'students', page: 1, sort: null })
  },
)
