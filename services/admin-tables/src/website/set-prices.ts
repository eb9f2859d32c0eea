import { AppError } from '@app/contracts/errors'
import { mayUse } from '@app/contracts/may-use'
import type { PriceChange } from '@app/contracts/website/card-prices'
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
  new AppError('forbidden', 'Prices are changed by whoever may edit the service cards. Ask an admin for that right.')

/** What takes published prices back to what they were before. */
export const takenBack = (published: readonly PriceChange[]): PriceChange[] =>
  published
    .filter(({ card }, at) => published.findIndex((first) => first.card === card) === at)
    .map(({ card, from }) => ({ card, from: published.findLast((last) => last.card === card)!.to, to: from }))
