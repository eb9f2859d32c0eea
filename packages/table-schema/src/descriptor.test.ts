import contactForm from '@app/contracts/contact-form.json'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { descriptorSchema } from './descriptor'
import { patternFault } from './pattern'

const accepts = (descriptor: unknown) => v.is(descriptorSchema, descriptor)
const withField = (field: unknown, name = 'field') => ({ name: 'table', properties: { [name]: field } })

test('the contact form is a descriptor', () => {
  expect(v.parse(descriptorSchema, contactForm)).toEqual(contactForm)
})

test.each(['Users', '1st', 'system.users', 'a-b', '$cmd', '__proto__', 'constructor', '', 'a'.repeat(64)])(
  'case 62: the table name %j is refused',
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
])('case 62: the field name %j is refused', (name) =>
  expect(accepts(JSON.parse(`{"name":"t","properties":{${JSON.stringify(name)}:{"type":"string"}}}`))).toBe(false),
)

test('an unknown type is allowed, an unknown key is not', () => {
  expect(accepts(withField({ type: 'geo_point' }))).toBe(true)
  expect(accepts(withField({ type: 'string', widget: 'x' }))).toBe(false)
  expect(accepts({ name: 't', properties: {}, collection: 'users' })).toBe(false)
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

test.each(['^[0-9]{5}(-[0-9]{4})?$', '^(ab)+$', '^\\+?[0-9 ()+-]{7,20}$', '^(red|blue)$'])(
  'the pattern %s is fine',
  (pattern) => {
    expect(patternFault(pattern)).toBeUndefined()
  },
)

test.each(['(a+)+$', '(a|aa)*$', '((a{1,9}))*$', '^(\\w+\\s?)*$', '(.*)\\1', '(?<n>a)\\k<n>', '[', 'a'.repeat(201)])(
  'the pattern %s is refused',
  (pattern) => expect(patternFault(pattern)).toBeTypeOf('string'),
)
