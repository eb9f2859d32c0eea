import { expect, test } from 'vitest'
import { beginningsOf, columnsOf, rowsOf } from './columns'
import { idsIn } from './receive-hook'

test.each<[payload: unknown, cells: Record<string, string>]>([
  [
    { id: 7, is_paid: true, note: null },
    { id: '7', is_paid: 'true', note: '' },
  ],
  [{ a: { b: [{ c: 1 }] } }, { 'a.b.0.c': '1' }],
  [
    { items: ['bow', null, 'hat'], none: [] },
    { items: 'bow; hat', none: '' },
  ],
  [
    { 'a.b': 1, a: { b: 2 } },
    { 'a.b': '1', 'a.b (2)': '2' },
  ],
  ['Ann booked', { text: 'Ann booked' }],
  [12, { text: '12' }],
  [['bow', 'hat'], { text: 'bow; hat' }],
  [null, {}],
  ['', {}],
  [{}, {}],
])('%j has the values %j', (payload, cells) => {
  expect(columnsOf(payload)).toEqual(cells)
})

test('what is left out of a payload is counted', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })
  const many = Object.fromEntries(Array.from({ length: 303 }, (_, at) => [`n${at}`, at]))
  const left = (payload: unknown) => columnsOf(payload)['(left out)']
  expect(left(many)).toBe('3 more values')
  expect(left(nested(14))).toBe('1 more values')
  expect(left({ ['n'.repeat(201)]: 1 })).toBe('1 more values')
  expect(left({ a: 'x'.repeat(5_001), b: 'y'.repeat(5_000) })).toBe('the end of 1 long values')
  expect(left({ a: 'x'.repeat(5_000) })).toBeUndefined()
})

test('long ids that begin alike are told apart', () => {
  const meaning = { externalId: 'id', formerId: 'was' } as Parameters<typeof idsIn>[1]
  const ids = (id: string, was = '') => idsIn('other', meaning, { id, was })
  const long = 'x'.repeat(600)
  expect(ids('7', '6')).toEqual({ key: '7', former: '6' })
  expect(ids('x'.repeat(500)).key).toBe('x'.repeat(500))
  expect(ids(`${long}1`).key).not.toBe(ids(`${long}2`).key)
  expect(ids('', `${long}1`).former).toBe(ids(`${long}1`).key)
})

const signsOf = (rows: readonly object[]) => JSON.stringify(rows).length

test('a delivery with long paths is not stored as many times its size, and of what is too much the number is shown', () => {
  const one = { id: '7', ['p'.repeat(190)]: Object.fromEntries(Array.from({ length: 290 }, (_, at) => [`n${at}`, 1])) }
  const delivery = Array.from({ length: 100 }, () => one)
  expect(signsOf(delivery)).toBeLessThan(300_000)
  const rows = rowsOf(delivery)
  expect(rows).toHaveLength(100)
  expect(signsOf(rows)).toBeLessThan(700_000)
  expect(rows[0]).not.toHaveProperty('(left out)')
  expect(rows[99]).toEqual({ '(left out)': '291 more values' })
  const shown = beginningsOf(rows, 40_000)
  expect(signsOf(shown)).toBeLessThan(60_000)
  expect(shown[0]).toMatchObject({ id: '7' })
  expect(shown[99]).toEqual({ '(left out)': '1 more values are not shown' })
  expect(beginningsOf([{ a: '1' }], 40_000)).toEqual([{ a: '1' }])
})
