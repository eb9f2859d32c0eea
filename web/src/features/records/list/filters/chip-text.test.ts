import { expect, test } from 'vitest'
import { wireFilters } from '../filters'
import { chipText } from './chip-text'

const schema = { name: 'students', properties: { birth_date: { type: 'string', format: 'date' } } }

test.each([
  [{ birth_date__gt: 'age14' }, 'Age under 14'],
  [{ birth_date__gt: 'age14@2026-08-15' }, 'Age under 14 on Aug 15, 2026'],
  [{ birth_date__lte: 'age8', birth_date__gt: 'age14' }, 'Age from 8 and under 14'],
])('the ages %j read %s', (filters, text) => {
  expect(chipText(schema, 'birth_date', filters)).toBe(text)
})

test('an age goes to the service as a birth date, also for an export', () => {
  expect(wireFilters(schema, { birth_date__gt: 'age14@2026-08-15', birth_date__lte: 'age8@2026-08-15' })).toEqual({
    birth_date__gt: '2012-08-15',
    birth_date__lte: '2018-08-15',
  })
})
