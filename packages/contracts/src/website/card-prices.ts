import * as v from 'valibot'
import { cardTitle, priceText } from '../card-title'
import { objectIdPattern } from '../object-id'
import type { WebsiteChange } from './changes'

export const cardPrice = v.nullable(
  v.pipe(
    v.number('Price must be a number'),
    v.integer('Price must be an integer'),
    v.minValue(0, 'Price cannot be less than 0'),
    v.maxValue(1_000_000, 'Price cannot be greater than 1000000'),
  ),
)

/** A published card as it is in the table: `{price}` in its title stands for the price. */
export const pricedCard = v.object({ id: v.string(), title: v.string(), price: v.nullable(v.number()) })
export type PricedCard = v.InferOutput<typeof pricedCard>

const cardId = v.pipe(v.string(), v.regex(objectIdPattern, 'There is no such card'))
/** A price that a draft changes: as it was, and as it shall be. */
const priceChange = v.strictObject({ card: cardId, from: v.nullable(v.number()), to: cardPrice })
export type PriceChange = v.InferOutput<typeof priceChange>
export const priceChanges = v.pipe(v.array(priceChange), v.maxLength(100, 'There can be 100 prices'))

/** The price of a card with the changes of a draft. One that was changed in the table since is newer, and stays. */
export function priceWith({ id, price }: Pick<PricedCard, 'id' | 'price'>, changes: readonly PriceChange[]) {
  const change = changes.find(({ card, from }) => card === id && from === price)
  return change ? change.to : price
}

/** The prices of cards now, and with prices of their own by id. */
export const changesOf = (cards: readonly PricedCard[], priceOf: (card: PricedCard) => number | null): PriceChange[] =>
  cards.flatMap((card) => {
    const to = priceOf(card)
    return to === card.price ? [] : [{ card: card.id, from: card.price, to }]
  })

const lineOf = (title: string, price: number | null) =>
  title.includes('{price}') ? cardTitle(title, price) : `${title}: ${price === null ? 'no price' : priceText(price)}`

/** Changed prices in words, for a list of changes. */
export const pricesInWords = (changes: readonly PriceChange[], cards: readonly PricedCard[]): WebsiteChange[] =>
  changes.flatMap(({ card, from, to }) =>
    cards
      .filter(({ id }) => id === card)
      .map(({ title }) => ({ path: `prices.${card}`, before: lineOf(title, from), after: lineOf(title, to) })),
  )
