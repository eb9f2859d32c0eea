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

test('within a season its hours are those of the facts, to the minute at the school, also while nothing can be read', async () => {
  const { state, read } = setup()
  const opening = { days: ['Friday' as const], opens: '08:00', closes: '12:00' }
  const { seasons: _, ...hours } = shippedFacts.hours
  const summer = { ...opening, from: '2026-06-01', through: '2026-06-02', note: 'summer' }
  state.versions = [{ content: { facts: { ...shippedFacts, hours: { ...hours, seasons: [summer] } } } }]
  const hoursAt = async (now: string) => {
    state.now = Date.parse(now)
    return (await read())?.facts.hours
  }
  expect(await hoursAt('2026-06-01T06:59:59Z')).toMatchObject(hours)
  state.isAway = true
  expect(await hoursAt('2026-06-01T07:00:00Z')).toMatchObject(opening)
  expect(await hoursAt('2026-06-03T07:00:00Z')).toMatchObject(hours)
  state.isAway = false
  const { seasons: __, ...facts } = (await hoursAt('2026-06-02T20:00:00Z'))!
  expect(facts).toEqual({ ...hours, ...opening })
})

test('a version that was stored without seasons has none', async () => {
  const { state, read } = setup()
  const { seasons: _, ...hours } = shippedFacts.hours
  state.versions = [{ content: { facts: { ...shippedFacts, hours } } }]
  expect((await read())?.facts.hours.seasons).toEqual([])
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
