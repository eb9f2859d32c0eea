import type { TableSchema } from '@app/contracts/table-schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCursor, parseListQuery, printCursor, withFields } from './list-query'

const table: TableSchema = {
  name: 'birds',
  properties: {
    name: { type: 'string' },
    size: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' } },
  },
}
const sort = { field: 'name', direction: 'asc' } as const
const id = 'a'.repeat(24)

test('a cursor is read back for the same order', () => {
  const value = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  )
  fc.assert(
    fc.property(value, (name) => {
      const cursor = printCursor(table, sort, { id, name })!
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(parseCursor(table, sort, cursor)).toEqual({ value: Object.is(name, -0) ? 0 : name, id })
    }),
  )
})

test('a cursor of another order, and any other text, is refused', () => {
  const cursor = printCursor(table, sort, { id, name: 'Owl' })
  expect(() => parseCursor(table, { ...sort, direction: 'desc' }, cursor)).toThrow('same sort')
  expect(() => parseCursor(table, { field: 'size', direction: 'asc' }, cursor)).toThrow('same sort')
  for (const text of [
    '',
    'x',
    '!!',
    btoa('{}'),
    btoa(`["name:asc",{"$gt":1},"${id}"]`),
    btoa('["name:asc","Owl","1"]'),
  ])
    expect(() => parseCursor(table, sort, text)).toThrow('same sort')
  expect(printCursor(table, { field: 'tags', direction: 'asc' }, { id, tags: ['x'] })).toBeNull()
})

test('a list takes a cursor or a page number, and known fields', () => {
  const after = printCursor(table, sort, { id, name: 'Owl' })!
  const parse = (query: string) => parseListQuery(table, new URLSearchParams(query))
  expect(parse(`sort=name:asc&after=${after}&fields=size,name`)).toMatchObject({
    after: { value: 'Owl', id },
    fields: ['id', 'size', 'name'],
  })
  expect(() => parse(`sort=name:asc&after=${after}&page=2`)).toThrow('exclude')
  expect(() => parse('fields=size,unheard_of')).toThrow('unknown field')
  expect(withFields({ id, name: 'Owl', size: 3 }, ['id', 'size'])).toEqual({ id, size: 3 })
  expect(withFields({ id, name: 'Owl' }, undefined)).toEqual({ id, name: 'Owl' })
})
