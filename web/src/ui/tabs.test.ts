import { expect, test } from 'vitest'
import { chooseFitting } from './tabs'

const keys = ['a', 'b', 'c', 'd']
const fitting = (available: number, selected = 'a') =>
  [...chooseFitting(keys, selected, () => 100, available, 50)].toSorted()

test('all items are shown while they fit', () => {
  expect(fitting(400)).toEqual(keys)
})

test('the items that do not fit leave room for the menu', () => {
  expect(fitting(399)).toEqual(['a', 'b', 'c'])
  expect(fitting(349)).toEqual(['a', 'b'])
})

test('the selected item is always shown', () => {
  expect(fitting(260, 'd')).toEqual(['a', 'd'])
  expect(fitting(60, 'd')).toEqual(['d'])
})
