import fc from 'fast-check'
import { Binary, BSON, Decimal128, Double, Int32, Long, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { readRecord, recordReader } from './read-record'

const id = new ObjectId('6b0144c8eeb0df06111a9a1e')
const read = (fields: Record<string, unknown>, shown = Object.keys(fields)) =>
  JSON.parse(JSON.stringify(readRecord(Buffer.from(BSON.serialize({ _id: id, ...fields })), new Set(shown))))

test('a record shows its id in hex, its instants in UTC, and only the fields that are shown', () => {
  const created_at = new Date('2026-05-01T10:00:00.123Z')
  expect(read({ name: 'Zoë 🏹', secret: 'x', mails: [{ to: 'y' }], created_at }, ['name', 'created_at'])).toEqual({
    id: '6b0144c8eeb0df06111a9a1e',
    name: 'Zoë 🏹',
    created_at: '2026-05-01T10:00:00.123Z',
  })
})

test('each type has its form', () => {
  const fields = {
    int: new Int32(-5),
    double: new Double(2.5),
    yes: true,
    no: false,
    nothing: null,
    ref: id,
    before: new Date(-1),
    list: ['a', 1, [null]],
    part: { deep: { er: id } },
    empty: '',
  }
  expect(read(fields)).toEqual({
    id: id.toHexString(),
    int: -5,
    double: 2.5,
    yes: true,
    no: false,
    nothing: null,
    ref: id.toHexString(),
    before: '1969-12-31T23:59:59.999Z',
    list: ['a', 1, [null]],
    part: { deep: { er: id.toHexString() } },
    empty: '',
  })
})

test('what a number cannot hold exactly travels as text', () => {
  const fields = {
    big: Long.fromString('9007199254740993'),
    small: Long.fromNumber(7),
    price: Decimal128.fromString('350.10'),
  }
  expect(read(fields)).toMatchObject({ big: '9007199254740993', small: 7, price: '350.10' })
})

test('a rare type does not lose its neighbors', () => {
  const fields = { before: 'a', bytes: new Binary(Buffer.from('hi')), at: new Date(0), after: { list: [/x/i, 'b'] } }
  expect(read(fields)).toMatchObject({
    before: 'a',
    at: '1970-01-01T00:00:00.000Z',
    after: { list: [expect.anything(), 'b'] },
  })
})

test('an instant that no calendar holds is nothing', () => {
  const bytes = Buffer.from(BSON.serialize({ _id: id, at: new Date(0) }))
  bytes.fill(0x7f, bytes.length - 9, bytes.length - 1)
  expect(readRecord(bytes, new Set(['at']))).toEqual({ id: id.toHexString(), at: null })
})

test('a field called __proto__ changes no prototype', () => {
  const part = JSON.parse('{"__proto__":{"polluted":true}}')
  expect(read({ part }).part).toEqual(part)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('records of one answer may differ in their fields, their order and their types', () => {
  const documents = [
    { name: 'Ada', level: 'beginner', tags: ['a', 'ü'] },
    { level: 'advanced', name: 'Zoë' },
    { name: 'Ada', levels: 1, größe: 3 },
    { nam: 'short', level: null, größe: { name: 'part', level: ['x'] } },
    { name: 'Ada', at: new Binary(Buffer.from('rare')), level: 'expert' },
    {},
    { name: 'Ada', level: 'beginner', tags: ['a', 'ü'] },
  ]
  const rows = documents.map((fields) => Buffer.from(BSON.serialize({ _id: id, ...fields })))
  const shown = new Set(documents.flatMap((fields) => Object.keys(fields)))
  expect(rows.map(recordReader(shown))).toEqual(rows.map((bytes) => readRecord(bytes, shown)))
  expect(rows.map(recordReader(shown)).map(({ id: _, at: __, ...fields }) => fields)).toEqual(
    documents.map(({ at: _, ...fields }: Record<string, unknown>) => fields),
  )
})

test('whatever JSON can say comes back as it was', () => {
  const values = fc.jsonValue({ stringUnit: 'grapheme' })
  const noDashZero = (value: unknown) => JSON.parse(JSON.stringify(value))
  fc.assert(
    fc.property(values, (value) => {
      expect(read({ value }).value).toEqual(noDashZero(value))
    }),
  )
})
