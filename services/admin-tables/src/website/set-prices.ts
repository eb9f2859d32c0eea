import { AppError } from '@app/contracts/errors'
import { mayUse } from '@app/contracts/policy'
import type { PriceChange, PricedCard } from '@app/contracts/website/card-prices'
import type { Actor } from '@app/jobs'
import { everything } from '@app/record-query'
import type { Identity } from '@app/session'
import type { ApplyWrites } from '../records/apply-writes'

export const pricesTable = 'service_cards'

/** Writes the prices of a publication. Without it a publication has none. */
export type SetPrices = (changes: readonly PriceChange[]) => Promise<void>

/** For whoever may edit the cards. */
export const maySetPrices = (holder: Identity['user']) => mayUse(holder, pricesTable, 'edit')

export const priceSetter =
  (apply: ApplyWrites, actor: Actor, hold?: () => void): SetPrices =>
  async (changes) => {
    const writes = changes.map(({ card, to }) => ({
      action: 'update' as const,
      table: pricesTable,
      id: card,
      values: { price: to },
    }))
    const reason = { source: 'form' as const, scope: everything, ...(hold && { hold }) }
    for (const outcome of await apply(actor, reason, writes)) {
      if (!('error' in outcome)) continue
      const [message] = Object.values(outcome.error.fields ?? {})
      throw message ? new AppError('invalid_input', `${message}.`) : outcome.error
    }
  }

export const pricesRefused = () =>
  new AppError(
    'forbidden',
    'Only people who may edit the service cards can change prices. Ask an admin for that right.',
  )

/** Changes that take published prices back. */
export const takenBack = (published: readonly PriceChange[]): PriceChange[] =>
  published
    .filter(({ card }, at) => published.findIndex((first) => first.card === card) === at)
    .map(({ card, from }) => ({ card, from: published.findLast((last) => last.card === card)!.to, to: from }))

/** @throws AppError `forbidden` without the right to write them */
export async function writePrices(changes: readonly PriceChange[], set: SetPrices | undefined): Promise<void> {
  if (changes.length === 0) return
  if (!set) throw pricesRefused()
  await set(changes)
}

/** Changes that correct the prices of a publication that came second: to those of the first one, or back. */
export const pricesAfter = (
  first: readonly PriceChange[],
  second: readonly PriceChange[],
  priced: readonly PricedCard[],
): PriceChange[] =>
  second.flatMap(({ card, from, to }) => {
    const published = first.findLast((each) => each.card === card)
    const wanted = published ? published.to : from
    const isStill = priced.find(({ id }) => id === card)?.price === to
    return isStill && wanted !== to ? [{ card, from: to, to: wanted }] : []
  })
