import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patterns } from './pattern'
import {
  changeErrors,
  initialValues,
  payloadForCreate,
  payloadForUpdate,
  sameValue,
  storedValue,
  unknownFields,
} from './record'
import type { FieldSchema, TableSchema } from './schema'
import { validateField, validateRecord } from './validate'

test('a new record starts with defaults, else with the blank of each type, without read-only fields', () => {
  const options = ['a']
  const properties = {
    id: { type: 'string' },
    text: { type: 'string' },
    count: { type: 'integer' },
    price: { type: 'number' },
    active: { type: 'boolean' },
    agreed: { type: 'string', format: 'checkbox' },
    tags: { type: 'array' },
    chosen: { type: 'array', default: options },
    nothing: { type: 'number', default: null },
    level: { type: 'string', default: 'beginner' },
    state: { type: 'string', readOnly: true },
    updated_at: { type: 'string' },
  }
  const values = initialValues({ name: 't', properties })
  expect(values).toEqual({
    text: '',
    count: 0,
    price: 0,
    active: false,
    agreed: false,
    tags: '',
    chosen: ['a'],
    nothing: null,
    level: 'beginner',
  })
  expect(values.chosen).not.toBe(options)
})

const lessons: TableSchema = {
  name: 'lessons',
  required: ['title', 'about'],
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    about: { type: 'string', format: 'rich_text' },
    level: { type: 'string', enum: ['one', 'two'] },
    seats: { type: 'integer' },
    day: { type: 'string', format: 'date' },
    starts_at: { type: 'string', format: 'date-time' },
    contact: { type: 'string', format: 'email' },
    gear: { type: 'array' },
    open: { type: 'boolean' },
    place: { type: 'geo_point' },
    state: { type: 'string', readOnly: true },
    created_at: { type: 'string', format: 'date-time' },
  },
}

test('what is empty is sent as null; read-only, system and unknown fields are not sent', () => {
  const values = {
    id: 'x',
    title: ' Longbow ',
    about: '<p> </p>',
    level: '',
    seats: '',
    day: '',
    gear: [],
    open: false,
  }
  expect(payloadForCreate(lessons, { ...values, place: { lat: 1 }, state: 'x', created_at: 'x', evil: 1 })).toEqual({
    title: 'Longbow',
    about: null,
    level: null,
    seats: null,
    day: null,
    starts_at: null,
    contact: null,
    gear: null,
    open: false,
  })
})

test('values are kept in one form', () => {
  const as = (field: Partial<FieldSchema>, value: unknown) => storedValue({ type: 'string', ...field }, value)
  expect(as({}, ' Zoe\u0308 ')).toBe('Zo\u00eb')
  expect(as({ format: 'textarea' }, ' a\n')).toBe(' a\n')
  expect(as({ format: 'email' }, ' Ada@Example.COM ')).toBe('ada@example.com')
  expect(as({ format: 'date-time' }, '2026-03-08T02:30:00-08:00')).toBe('2026-03-08T10:30:00.000Z')
  expect(as({ format: 'date' }, '2026-03-08')).toBe('2026-03-08')
  expect(as({ enum: [' odd '] }, ' odd ')).toBe(' odd ')
})

test('an edit sends what changed and nothing else', () => {
  const before = { title: 'Longbow', seats: 8, starts_at: '2026-03-08T10:30:00.000Z', level: null }
  expect(payloadForUpdate(lessons, before, { ...before, seats: 9, level: '' })).toEqual({ seats: 9 })
  expect(payloadForUpdate(lessons, before, { title: ' ' })).toEqual({ title: null })
  expect(payloadForUpdate(lessons, before, { state: 'x', id: 'y', place: 1 })).toEqual({})
})

test('an instant given in another time zone is the same instant', () => {
  expect(sameValue(lessons.properties.starts_at!, '2026-03-08T10:30:00.000Z', '2026-03-08T11:30:00+01:00')).toBe(true)
})

const stored = { title: 'Longbow', about: '<p>x</p>', level: 'three', seats: 'twelve' }

test('what is no longer valid may stay while it is not touched; new use is refused', () => {
  expect(changeErrors(lessons, stored, { title: 'Recurve' })).toEqual({})
  expect(changeErrors(lessons, stored, { ...stored, title: 'Recurve' })).toEqual({})
  expect(changeErrors(lessons, { ...stored, level: 'one' }, { level: 'three' })).toEqual({
    level: 'Level must be one of the valid options',
  })
  expect(changeErrors(lessons, stored, { level: 'four', seats: '12' })).toEqual({
    level: 'Level must be one of the valid options',
    seats: 'Seats must be a number',
  })
})

test('a field that became required is demanded at the next save', () => {
  expect(changeErrors(lessons, { title: 'Longbow' }, { title: 'Recurve' })).toEqual({ about: 'About is required' })
})

test('keys that are no fields are named', () => {
  expect(unknownFields(lessons, { id: 1, title: 1, state: 1, mails: 1, toString: 1 })).toEqual({
    mails: 'mails is not a field of this table',
    toString: 'toString is not a field of this table',
  })
})

const fields: fc.Arbitrary<FieldSchema> = fc.record({
  type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'odd'),
  format: fc.constantFrom(undefined, 'email', 'date', 'date-time', 'uri', 'textarea', 'rich_text', 'checkbox', 'image'),
  minLength: fc.constantFrom(undefined, 2),
  maxLength: fc.constantFrom(undefined, 5),
  pattern: fc.constantFrom(undefined, '^[a-z\u00eb ]+$'),
  enum: fc.option(fc.constant<(string | number)[]>(['a', ' b ']), { nil: undefined }),
})
const values = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('a', ' b ', 'Zoe\u0308', ' Ada@Example.com', '2026-03-08', '2026-03-08T02:30:00-08:00', '<p></p>'),
  fc.constantFrom(' ', '<p>x</p>', 'https://a.example ', '9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00+10:00'),
  fc.jsonValue({ maxDepth: 2 }),
)

test('what the browser lets pass, the server lets pass and keeps as it was sent', () => {
  fc.assert(
    fc.property(fields, values, fc.boolean(), (field, value, required) => {
      const table: TableSchema = { name: 't', required: required ? ['f'] : [], properties: { f: field } }
      const sent = payloadForCreate(table, { f: value })
      if (Object.keys(validateRecord(table, { f: value })).length > 0) return
      const received = JSON.parse(JSON.stringify(sent))
      expect(validateRecord(table, received)).toEqual({})
      expect(payloadForCreate(table, received)).toEqual(received)
      expect(payloadForUpdate(table, received, { f: value })).toEqual({})
      expect(changeErrors(table, {}, received)).toEqual({})
    }),
    { numRuns: 10_000 },
  )
})

test('invisible-input.txt: what is pasted is judged and stored without what was copied along with it', () => {
  const phone: FieldSchema = { type: 'string', title: 'Phone', pattern: patterns.phone }
  const pasted: [field: FieldSchema, text: string, stored: string][] = [
    [{ type: 'string' }, '\u202aAnn Lee\u200b', 'Ann Lee'],
    [{ type: 'string', format: 'email' }, '\u202aann@example.org\u202c', 'ann@example.org'],
    [{ type: 'string', format: 'email' }, 'ann@example.org\u200b', 'ann@example.org'],
    [phone, '\u202a+1 916 555 0142\u202c', '+1 916 555 0142'],
    [{ type: 'string', format: 'email' }, 'mailto:Ann@Example.org\u200b', 'ann@example.org'],
    [{ type: 'string', format: 'date' }, '\ufeff2026-12-05\u00a0', '2026-12-05'],
    [phone, '\u202a+1 916 555\u20110142\u202c', '+1 916 555-0142'],
    [phone, '916-555-0142, ext. 12', '916-555-0142 x12'],
    [{ type: 'string', title: 'Mobile' }, 'Cell: 916\u00b7555\u00b70142.', '916.555.0142'],
    [{ type: 'string', title: 'Mobile' }, 'Ask her mother.', 'Ask her mother.'],
    [{ type: 'string', format: 'textarea' }, 'Soft return\u000bfrom PowerPoint ', 'Soft return\nfrom PowerPoint '],
    [{ type: 'string', enum: [' a '] }, ' a ', ' a '],
  ]
  for (const [field, text, stored] of pasted)
    expect([validateField(field, 'Field', true, text), storedValue(field, text)]).toEqual([undefined, stored])
})
