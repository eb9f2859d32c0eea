import { priceText } from '../card-title'
import { completed, type StoredContent } from './completed'
import type { WebsiteFacts } from './facts'
import type { WebsiteLogo } from './logo'
import { type Prices, placeholders, pricedCards } from './placeholders'
import shipped from './shipped.json'

/** What the school has published about itself: its facts, its logo, and the prices of its published cards. */
export type SchoolFacts = {
  facts: WebsiteFacts
  prices: Prices
  logo?: WebsiteLogo
  /** Nothing is published yet: the facts are those of the sample school. */
  isSample?: true
}

/** The facts of version 0, which hold until the school publishes its own. */
export const shippedFacts: WebsiteFacts = completed(shipped as StoredContent).facts

/**
 * What placeholders of mails stand for. `{name}` and `{email}` are those of the person a mail is about, so the school's are `{school}` and
 * `{school_email}`. A card without a price leaves its placeholder empty.
 */
export function factValues({ facts, prices }: SchoolFacts): Record<string, string> {
  const { name, email, ...others } = placeholders
  return {
    ...Object.fromEntries(Object.entries(others).map(([placeholder, { of }]) => [placeholder, of(facts)])),
    ...Object.fromEntries(
      Object.entries(pricedCards).map(([word, icon]) => {
        const price = prices[icon]
        return [`price:${word}`, price === undefined ? '' : priceText(price)]
      }),
    ),
    school: name!.of(facts),
    school_email: email!.of(facts),
    booking_url: facts.links.booking,
  }
}

/** The names of those placeholders. */
export const factPlaceholders: readonly string[] = Object.keys(factValues({ facts: shippedFacts, prices: {} }))
