import contactForm from '@app/contracts/contact-form.json'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { checkedTableSchema, readableTableSchema } from './schema'

const accepts = (schema: unknown) => v.is(checkedTableSchema, schema)
const withField = (field: unknown, name = 'field') => ({ name: 'table', properties: { [name]: field } })

test('the contact form is a schema', () => {
  expect(v.parse(checkedTableSchema, contactForm)).toEqual(contactForm)
})

test.each(['Users', '1st', 'system.users', 'a-b', '$cmd', '__proto__', 'constructor', '', 'a'.repeat(64)])(
  'the table name %j is refused',
  (name) => expect(accepts({ name, properties: {} })).toBe(false),
)

test.each([
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '$gt',
  'a.b',
  '_id',
  '__v',
  'a__gte',
  'sort',
  'page',
  'a b',
  '',
])('the field name %j is refused', (name) =>
  expect(accepts(JSON.parse(`{"name":"t","properties":{${JSON.stringify(name)}:{"type":"string"}}}`))).toBe(false),
)

test('an unknown type is allowed, an unknown key is not', () => {
  expect(accepts(withField({ type: 'geo_point' }))).toBe(true)
  expect(accepts(withField({ type: 'string', widget: 'x' }))).toBe(false)
  expect(accepts({ name: 't', properties: {}, collection: 'users' })).toBe(false)
})

test('a table is read without parts that are not known yet; the parts of a field and of a badge are all needed', () => {
  const table = withField({ type: 'string' })
  expect(v.parse(readableTableSchema, { ...table, sails: ['red'] })).toEqual(table)
  expect(v.is(readableTableSchema, { ...table, required: ['other'] })).toBe(false)
  expect(v.is(readableTableSchema, withField({ type: 'string', widget: 'x' }))).toBe(false)
  const when = [{ field: 'field', equals: 'x', sails: 1 }]
  expect(v.is(readableTableSchema, { ...table, badges: [{ label: 'X', tone: 'red', when }] })).toBe(false)
})

test.each([
  [{ type: 'string', enum: ['a'], enumNames: ['A', 'B'] }],
  [{ type: 'array', items: { enum: ['a'], enumNames: [] } }],
  [{ type: 'string', enum: [] }],
  [{ type: 'string', minLength: 3, maxLength: 2 }],
  [{ type: 'number', minimum: 3, maximum: 2 }],
  [{ type: 'string', minLength: -1 }],
  [{ type: 'string', pattern: '(' }],
  [{ type: 'string', default: { $gt: '' } }],
  ['string'],
])('a field that contradicts itself is refused: %j', (field) => {
  expect(accepts(withField(field))).toBe(false)
})

test('a field must exist to be required', () => {
  expect(accepts({ name: 't', properties: {}, required: ['a'] })).toBe(false)
  expect(accepts({ name: 't', properties: {}, required: ['toString'] })).toBe(false)
})

test('a pattern that an earlier release has stored is read; one that is broken or too long is refused', () => {
  expect(accepts(withField({ type: 'string', pattern: '^(red|blue)$' }))).toBe(true)
  expect(accepts(withField({ type: 'string', pattern: 'a(' }))).toBe(false)
  expect(accepts(withField({ type: 'string', pattern: 'a'.repeat(201) }))).toBe(false)
})

const dates = {
  starts_at: { type: 'string', format: 'date-time' },
  day: { type: 'string', format: 'date' },
  minutes: { type: 'integer' },
  title: { type: 'string' },
}
const table = (more: object, fields: object = {}) => ({ name: 't', properties: { ...dates, ...fields }, ...more })

test.each<[object]>([
  [table({ singular: 'Lesson', title_field: 'title' })],
  [table({ calendar: { start: 'starts_at', minutes: 'minutes' } })],
  [table({ badges: [{ label: 'Over', tone: 'gray', when: [{ field: 'day', before: 'today' }] }] })],
  [table({}, { who: { type: 'string', format: 'reference', table: 'people' } })],
  [
    table(
      {},
      {
        who: {
          type: 'array',
          items: { type: 'string', format: 'reference', table: 'people' },
          maxItemsField: 'minutes',
        },
      },
    ),
  ],
  [
    table(
      {},
      { until: { type: 'string', format: 'date', minimum_date: { field: 'day' }, maximum_date: '2030-01-01' } },
    ),
  ],
  [table({}, { kind: { type: 'string', enum: ['a'], enumColors: ['red'] } })],
  [table({}, { why: { type: 'string', required_if: [{ field: 'day', empty: false }] } })],
])('rules across fields are accepted: %j', (schema) => {
  expect(v.safeParse(checkedTableSchema, schema).issues).toBeUndefined()
})

test.each<[object]>([
  [table({ title_field: 'minutes' })],
  [table({ title_field: 'nothing' })],
  [table({ calendar: { start: 'title' } })],
  [table({ calendar: { start: 'starts_at', minutes: 'title' } })],
  [table({ badges: [{ label: 'Over', tone: 'pink', when: [{ field: 'day', before: 'today' }] }] })],
  [table({ badges: [{ label: 'Over', tone: 'gray', when: [] }] })],
  [table({ badges: [{ label: 'Over', tone: 'gray', when: [{ field: 'title', before: 'today' }] }] })],
  [table({}, { who: { type: 'string', format: 'reference' } })],
  [table({}, { who: { type: 'string', table: 'people' } })],
  [table({}, { who: { type: 'integer', format: 'reference', table: 'people' } })],
  [table({}, { who: { type: 'string', maxItems: 3 } })],
  [table({}, { who: { type: 'array', items: { type: 'string' }, maxItemsField: 'title' } })],
  [table({}, { until: { type: 'string', minimum_date: 'today' } })],
  [table({}, { until: { type: 'string', format: 'date', minimum_date: { field: 'title' } } })],
  [table({}, { kind: { type: 'string', enum: ['a', 'b'], enumColors: ['red'] } })],
  [table({}, { references: { type: 'string' } })],
])('rules that do not fit their fields are refused: %j', (schema) => {
  expect(accepts(schema)).toBe(false)
})
