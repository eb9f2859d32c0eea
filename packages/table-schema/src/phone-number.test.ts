import type { FieldSchema } from '@app/contracts/table-schema'
import { expect, test } from 'vitest'
import { patterns } from './pattern'
import { formattedPhone, phoneKey } from './phone-number'
import { isPhoneField } from './record-validation'

test.each<[FieldSchema, boolean]>([
  [{ type: 'string', title: 'Contact', pattern: patterns.phone }, true],
  [{ type: 'string', title: 'Phone' }, true],
  [{ type: 'string', title: 'Contact', format: 'phone' }, true],
  [{ type: 'string', title: 'Second phone number' }, true],
  [{ type: 'string', title: 'Mobile' }, true],
  [{ type: 'string', title: 'Cell' }, true],
  [{ type: 'string', title: 'Telephones' }, true],
  [{ type: 'string', title: 'Name' }, false],
  [{ type: 'string', title: 'Headphones' }, false],
  [{ type: 'integer', title: 'Phone calls' }, false],
  [{ type: 'string', title: 'Phone notes', format: 'textarea' }, false],
  [{ type: 'string', title: 'Phone', enum: ['Home'] }, false],
])('%o holds phone numbers: %s', (field, expected) => {
  expect(isPhoneField(field)).toBe(expected)
})

test.each([
  ['916-555-0142', '+1 (916) 555-0142'],
  ['9165550142', '1.916.555.0142'],
  ['916 555 0142 x12', '(916) 555-0142 ext. 12'],
  ['+44 20 7946 0958', '+44 (0)20 7946 0958'],
  ['+442079460958', '011 44 20 7946 0958'],
  ['+44 20 7946 0958', '0044 20 7946 0958'],
  ['555-0142', '555 0142'],
])('%j and %j are one number', (one, other) => {
  expect(phoneKey(one)).toBe(phoneKey(other))
  expect(phoneKey(one)).toBeDefined()
})

test.each([
  ['916-555-0142', '916-555-0143'],
  ['916-555-0142', '916-555-0142 x12'],
  ['916-555-0142', '555-0142'],
  ['+44 20 7946 0958', '+49 20 7946 0958'],
])('%j and %j are two', (one, other) => {
  expect(phoneKey(one)).not.toBe(phoneKey(other))
})

test('a text without digits is no number', () => {
  expect(phoneKey('none')).toBeUndefined()
})

test.each([
  ['9165550142', '(916) 555-0142'],
  ['+1 916 555 0142 x4', '(916) 555-0142 ext. 4'],
  ['+442079460958', '+44 20 7946 0958'],
  ['+4930901820', '+49 30 901820'],
  ['+1 242 555 0100', '(242) 555-0100'],
  ['555-0142', '555-0142'],
  ['916-555-0142 or 916-555-0199', '916-555-0142 or 916-555-0199'],
])('%j is shown as %j', (typed, shown) => {
  expect(formattedPhone(typed)).toBe(shown)
})
