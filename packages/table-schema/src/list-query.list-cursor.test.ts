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
    btoa(`["name:asc","Owl","${id}",1]`),
    btoa('{"length":3}'),
  ])
    expect(() => parseCursor(table, sort, text)).toThrow('same sort')
  expect(() => parseCursor(table, { field: 'tags', direction: 'asc' }, btoa(`[null,"x","${id}"]`))).toThrow('same sort')
})

test('a list of values, what is no value and a long text have no cursor; no value has one', () => {
  const printed = (name: unknown) => printCursor(table, sort, { id, name })
  for (const record of [{ id, tags: ['x'] }, { id }])
    expect(printCursor(table, { field: 'tags', direction: 'asc' }, record)).toBeNull()
  expect([printed({ first: 'Owl' }), printed('x'.repeat(1_001))]).toEqual([null, null])
  expect(parseCursor(table, sort, printed('x'.repeat(1_000)))?.value).toHaveLength(1_000)
  expect(parseCursor(table, sort, printCursor(table, sort, { id }))).toEqual({ value: null, id })
})

test('a list takes a cursor or a page number, and known fields', () => {
  const after = printCursor(table, sort, { id, name: 'Owl' })!
  const parse = (query: string) => parseListQuery(table, new URLSearchParams(query))
  expect(parse(`sort=name:asc&after=${after}&fields=size,name`)).toMatchObject({
    after: { value: 'Owl', id },
    fields: ['id', 'size', 'name'],
  })
  expect(() => parse(`sort=name:asc&after=${after}&page=2`)).toThrow('exclude')
  expect(parse('fields=created_at,id,name').fields).toEqual(['id', 'created_at', 'name'])
  expect(() => parse('fields=size,unheard_of')).toThrow('unknown field')
  expect(withFields({ id, name: 'Owl', size: 3 }, ['id', 'size'])).toEqual({ id, size: 3 })
  expect(withFields({ id }, ['id', 'size'])).toStrictEqual({ id })
  expect(withFields({ id, name: 'Owl' }, undefined)).toEqual({ id, name: 'Owl' })
})
