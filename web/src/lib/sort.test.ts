import { expect, test } from 'vitest'
import { printSort, readSort, toggleSort } from './sort'

test('the first click on a column is ascending, the second descending, the third ascending again', () => {
  const first = toggleSort(null, 'name')
  const second = toggleSort(first, 'name')
  expect([first, second, toggleSort(second, 'name')].map(printSort)).toEqual(['name:asc', 'name:desc', 'name:asc'])
})

test('another column starts ascending', () => {
  expect(toggleSort({ field: 'name', direction: 'asc' }, 'email')).toEqual({ field: 'email', direction: 'asc' })
})

test.each([null, '', 'name', 'name:up', 'a.b:asc', '$where:asc', 'name:asc:desc'])('%j is no sort', (text) => {
  expect(readSort(text)).toBeNull()
})
