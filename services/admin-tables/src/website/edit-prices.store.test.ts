import type { AppError } from '@app/contracts/errors'
import { type PriceChange, type PricedCard, priceWith } from '@app/contracts/website/card-prices'
import type { WebsiteContent } from '@app/contracts/website/content'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { websiteEditor } from './edit-website'
import { shippedContent } from './shipped'
import { websiteStore } from './website-store'

const database = testDatabase()
beforeEach(database.clear)

const [party, lesson] = ['a'.repeat(24), 'b'.repeat(24)]
const change = (card: string, from: number | null, to: number | null): PriceChange => ({ card, from, to })
const named = (name: string): WebsiteContent => ({ ...shippedContent, facts: { ...shippedContent.facts, name } })
const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    ({ code }: AppError) => code,
  )

/** An editor with a table of two cards. */
function setup() {
  const table = new Map<string, PricedCard>([
    [party, { id: party, title: 'Parties at {price}', price: 350 }],
    [lesson, { id: lesson, title: 'Lessons', price: null }],
  ])
  const set = (id: string, price: number | null) => void table.set(id, { ...table.get(id)!, price })
  const editor = websiteEditor({
    website: websiteStore(database.mongo.db),
    cards: async (changes) => ({
      page: { cards: [], prices: { party: priceWith(table.get(party)!, changes) ?? 0 } },
      priced: [...table.values()],
    }),
    scheduled: { find: async () => null, add: async () => undefined } as never,
    pictures: { touch: async (ids: readonly string[]) => new Set(ids) },
    mailTexts: async () => [],
  })
  const setPrices = async (changes: readonly PriceChange[]) => {
    for (const { card, to } of changes) set(card, to)
  }
  const save = async (tag: string, prices: PriceChange[], content = shippedContent) =>
    (await editor.save(`"${tag}"`, { ...content, prices }, 'ada', true)).tag
  const publish = (tag: string) => editor.publish(`"${tag}"`, 'ada', undefined, setPrices)
  const restore = (id: number) => editor.restore(id, 'ada', undefined, setPrices)
  return { editor, save, publish, restore, set, price: (id: string) => table.get(id)!.price }
}

test('a price waits in the draft and is published with the rest', async () => {
  const { editor, save, publish, price } = setup()
  const tag = await save('0.0', [change(party, 350, 375), change(lesson, null, 40)], named('Oak Hill'))
  expect(await editor.draft()).toMatchObject({
    prices: { party: 375 },
    pricedCards: [{ price: 350 }, { price: null }],
    priceChanges: [change(party, 350, 375), change(lesson, null, 40)],
  })
  expect(price(party)).toBe(350)
  const { changes } = await publish(tag)
  expect(changes.map(({ before, after }) => [before, after])).toEqual([
    [shippedContent.facts.name, 'Oak Hill'],
    ['Parties at $350', 'Parties at $375'],
    ['Lessons: no price', 'Lessons: $40'],
  ])
  expect([price(party), price(lesson)]).toEqual([375, 40])
  expect(await editor.draft()).toMatchObject({ tag: '1.0', priceChanges: [] })
})

test('an edit in the table is newer than the price of a draft, and shows there', async () => {
  const { editor, save, publish, set, price } = setup()
  const tag = await save('0.0', [change(party, 350, 375)], named('Oak Hill'))
  set(party, 400)
  expect(await editor.draft()).toMatchObject({ prices: { party: 400 }, priceChanges: [] })
  expect((await publish(tag)).changes).toHaveLength(1)
  expect(price(party)).toBe(400)
})

test('a save without prices keeps those of the draft', async () => {
  const { editor, save } = setup()
  const tag = await save('0.0', [change(party, 350, 375)])
  await editor.save(`"${tag}"`, named('Oak Hill'), 'eve')
  expect((await editor.draft()).priceChanges).toEqual([change(party, 350, 375)])
})

test('a price alone is a publication, which is undone as one', async () => {
  const { save, publish, restore, price, editor } = setup()
  await publish(await save('0.0', [change(party, 350, 375)]))
  await publish(await save('1.0', [change(party, 375, 390)]))
  const { changes, restored } = await restore(0)
  expect([changes[0]?.before, changes[0]?.after, restored]).toEqual(['Parties at $390', 'Parties at $350', 0])
  expect(price(party)).toBe(350)
  expect(await failure(restore(0))).toBe('conflict')
  // Nothing is left to restore without the right to change prices.
  expect(await failure(editor.restore(1, 'eve'))).toBe('conflict')
})

test('an undone publication leaves a price that the table has changed since', async () => {
  const { save, publish, restore, set, price } = setup()
  await publish(await save('0.0', [change(party, 350, 375)], named('Oak Hill')))
  set(party, 410)
  await restore(0)
  expect(price(party)).toBe(410)
})

test('without the right to edit the cards no price is saved, scheduled or published', async () => {
  const { editor, save, price } = setup()
  const given = { ...shippedContent, prices: [change(party, 350, 375)] }
  expect(await failure(editor.save('"0.0"', given, 'eve'))).toBe('forbidden')
  const tag = await save('0.0', [change(party, 350, 375)])
  expect(await failure(editor.publish(`"${tag}"`, 'eve'))).toBe('forbidden')
  const actor = { id: 'e'.repeat(24), email: 'eve', requestId: 'r' }
  expect(await failure(editor.schedule(`"${tag}"`, '2099-01-01T00:00:00Z', actor))).toBe('forbidden')
  expect(price(party)).toBe(350)
})

test.each([
  ['that leaves the price alone', [], 350],
  ['with another price for the card', [change(party, 350, 390)], 390],
  ['with the same price', [change(party, 350, 375)], 375],
])('a publication that comes second, after one %s, publishes none of its prices', async (_, theirs, price) => {
  const { editor, save, publish, set, price: priceOf } = setup()
  await publish(await save('0.0', [], named('Oak Hill')))
  const tag = await save('1.0', [change(party, 350, 375), change(lesson, null, 40)])
  let isFirst = true
  const second = editor.publish(`"${tag}"`, 'ada', undefined, async (changes) => {
    for (const { card, to } of changes) set(card, to)
    if (!isFirst) return
    isFirst = false
    const stored = { content: shippedContent, changes: [], published_at: new Date(), published_by: 'eve' }
    await websiteStore(database.mongo.db).add({ _id: 2, ...stored, restored: null, prices: theirs })
  })
  expect(await failure(second)).toBe('conflict')
  expect([priceOf(party), priceOf(lesson)]).toEqual([price, null])
  expect((await editor.draft()).liveVersion).toBe(2)
})
