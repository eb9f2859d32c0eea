import { expect, test } from 'vitest'
import { arrange, clampWidth, moveColumn } from './use-columns'

const columns = ['name', 'level', 'age', 'id'].map((key) => ({ key, title: key, field: { type: 'string' } }))
const keys = (arrangement: Parameters<typeof arrange>[1]) => arrange(columns, arrangement).map(({ key }) => key)

test('the title column stays first whatever the order says', () => {
  expect(keys({ order: ['age', 'name', 'level'] })).toEqual(['name', 'age', 'level', 'id'])
})

test('hidden columns are left out; new ones follow the ordered ones', () => {
  expect(keys({ hidden: ['level'], order: ['id'] })).toEqual(['name', 'id', 'age'])
})

test('a column moves one place and never before the title or past the end', () => {
  expect(moveColumn(columns, 'age', -1)).toEqual(['name', 'age', 'level', 'id'])
  expect(moveColumn(columns, 'level', -1)).toEqual(['name', 'level', 'age', 'id'])
  expect(moveColumn(columns, 'id', 1)).toEqual(['name', 'level', 'age', 'id'])
})

test('a width is between 80 and 280 pixels', () => {
  expect([clampWidth(3), clampWidth(120.4), clampWidth(605)]).toEqual([80, 120, 280])
})
