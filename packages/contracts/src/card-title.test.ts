import { expect, test } from 'vitest'
import { cardTitle } from './card-title'
import cards from './service-cards.json'

test.each([
  ['Birthday Parties at {price}', 350, 'Birthday Parties at $350'],
  ['{price} parties, still {price}', 1250.5, '$1,250.50 parties, still $1,250.50'],
  ['Parties ({price}) for all', null, 'Parties () for all'],
  ['From {price} on', undefined, 'From on'],
  ['Parties at $350', 380, 'Parties at $350'],
])('%s with the price %s reads %s', (title, price, shown) => {
  expect(cardTitle(title, price)).toBe(shown)
})

test('no seeded title repeats a price that is a field', () => {
  expect(cards.filter(({ title }) => /\d/.test(title))).toEqual([])
})
