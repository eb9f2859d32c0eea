import { expect, test } from 'vitest'
import { beginning, columnsOf, rowsOf, sampledRows } from './columns'
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

/** Bookings with 290 short values under a long name: a body of a few KB has paths of 60 KB. */
const withLongPaths = (bookings: number) =>
  Array.from({ length: bookings }, (_, n) => ({
    id: `${n}`,
    ['p'.repeat(190)]: Object.fromEntries(Array.from({ length: 290 }, (_, at) => [`n${at}`, 1])),
  }))

test('a delivery is taken with all of its bookings, or refused', () => {
  const rows = rowsOf(withLongPaths(9))
  expect(rows.map((cells) => Object.keys(cells).length)).toEqual(Array(9).fill(291))
  expect(signsOf(rows)).toBeLessThan(700_000)
  const tooMany = withLongPaths(10)
  expect(signsOf(tooMany)).toBeLessThan(30_000)
  expect(() => rowsOf(tooMany)).toThrow(
    expect.objectContaining({ code: 'payload_too_large', message: expect.stringContaining('Send fewer bookings') }),
  )
})

test('of many different names as many are sampled as a booking may have, those that are wanted first', () => {
  const rows = Array.from({ length: 400 }, (_, n) => ({
    id: `${n}`,
    ...Object.fromEntries(Array.from({ length: 290 }, (_, at) => [`n${n} ${at}`, 'x'.repeat(5_000)])),
  }))
  const sampled = sampledRows([...rows, { constructor: 'Ann' }], ['n399 289', 'absent', 'constructor'])
  const names = new Set(sampled.flatMap((cells) => Object.keys(cells)))
  expect([...names].slice(0, 2)).toEqual(['id', 'n0 0'])
  expect(names.size).toBe(300)
  expect(sampled[399]).toEqual({ 'n399 289': 'x'.repeat(200), id: '399' })
  expect(sampled[400]).toEqual({ constructor: 'Ann' })
  expect(JSON.stringify(sampled).length).toBeLessThan(100_000)
})

test('no emoji is cut in two', () => {
  expect([beginning('Ann 🏹', 5), beginning('Ann 🏹', 6), beginning('Ann', 9)]).toEqual(['Ann ', 'Ann 🏹', 'Ann'])
})
