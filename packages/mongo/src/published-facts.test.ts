import { shippedFacts } from '@app/contracts/website/school-facts'
import type { Db } from 'mongodb'
import { expect, test } from 'vitest'
import { publishedFacts } from './published-facts'

function setup() {
  const state = { versions: [] as object[], cards: [] as object[], isAway: false, reads: 0, now: 0 }
  const cursor = (rows: () => object[]) => {
    const chain = {
      ...{ sort: () => chain, limit: () => chain },
      async toArray() {
        if (state.isAway) throw new Error('away')
        state.reads += 1
        return rows()
      },
    }
    return chain
  }
  const collection = (name: string) => ({
    find: () => cursor(() => (name === 'site_versions' ? state.versions : state.cards)),
  })
  const read = publishedFacts(
    () => ({ collection }) as unknown as Db,
    () => state.now,
  )
  return { state, read }
}

test('until a version is published the shipped facts hold, then those of the newest', async () => {
  const { state, read } = setup()
  state.cards = [{ icon: 'party', price: 350 }, { icon: 'team' }]
  expect(await read()).toEqual({ facts: shippedFacts, prices: { party: 350 }, isSample: true })
  state.versions = [{ content: { facts: { ...shippedFacts, name: 'North Range' } } }]
  expect((await read())?.facts.name).toBe(shippedFacts.name)
  state.now = 3_000
  expect(await read()).toEqual({ facts: { ...shippedFacts, name: 'North Range' }, prices: { party: 350 } })
})

test('a version of an earlier release gets what it lacks', async () => {
  const { state, read } = setup()
  const places = shippedFacts.places.map(({ directions: _, ...place }) => place)
  state.versions = [{ content: { facts: { ...shippedFacts, places } } }]
  expect((await read())?.facts.places.map(({ directions }) => directions)).toEqual(places.map(() => ''))
})

test('they are read once in a while, and the last known ones hold while they cannot be read', async () => {
  const { state, read } = setup()
  state.isAway = true
  expect(await read()).toBeUndefined()
  state.isAway = false
  state.now = 3_000
  await Promise.all([read(), read(), read()])
  expect(state.reads).toBe(2)
  state.isAway = true
  state.now = 6_000
  expect((await read())?.facts).toEqual(shippedFacts)
})
