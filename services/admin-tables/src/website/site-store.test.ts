import { shippedFacts } from '@app/contracts/website/school-facts'
import type { Collection } from 'mongodb'
import { expect, test } from 'vitest'
import { siteStore } from './site-store'

const party = {
  _id: 'c1',
  icon: 'party',
  description: 'With an instructor.',
  cta_type: 'link',
  cta_label: 'More',
  cta_value: 'https://events.example.com/',
}

test.each([
  ['Birthday Parties at {price}', 380, 'Birthday Parties at $380'],
  ['Birthday Parties at $350', 380, 'Birthday Parties at $350'],
  ['Parties from {minimum_age}: call {phone}', 380, 'Parties from 8: call (916) 555-0142'],
])('visitors read %s with the price %s as %s', async (title, price, shown) => {
  const collection = (name: string) =>
    ({
      find: () => ({ toArray: async () => (name === 'service_cards' ? [{ ...party, title, price }] : []) }),
    }) as unknown as Collection
  const { body } = await siteStore(
    collection,
    async () => ({ facts: shippedFacts, prices: { party: price } }),
    async () => [],
    async () => undefined,
    async () => [],
  ).content()
  expect(JSON.parse(body).cards).toMatchObject([{ title: shown }])
})

test('instructors are in the page alone, and those of the moment', async () => {
  const robin = { name: 'Robin Hale', certificate: 'Certification: Level 2', photo: null }
  const shown = [[robin], []]
  const collection = () => ({ find: () => ({ toArray: async () => [] }) }) as unknown as Collection
  const site = siteStore(
    collection,
    async () => undefined,
    async () => [],
    async () => undefined,
    async () => shown.shift()!,
  )
  expect((await site.news()).instructors).toEqual([robin])
  expect((await site.news()).instructors).toEqual([])
  expect((await site.content()).body).not.toContain('Robin')
})
