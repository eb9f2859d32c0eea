import { priceText } from '../card-title'
import type { WebsiteColors } from './colors'
import { completed, type StoredContent } from './completed'
import type { WebsiteFacts } from './facts'
import type { WebsiteLogo } from './logo'
import { type Prices, placeholders, pricedCards } from './placeholders'
import shipped from './shipped.json'

/** The published facts of the school, its logo, and the prices of its published cards. */
export type SchoolFacts = {
  facts: WebsiteFacts
  prices: Prices
  logo?: WebsiteLogo
  colors?: WebsiteColors
  /** Nothing is published yet: the facts are those of the sample school. */
  isSample?: true
}

/** The facts of version 0, which hold until the school publishes its own. */
export const shippedFacts: WebsiteFacts = completed(shipped as StoredContent).facts

/** Facts that mails may also name as earlier releases did, without `school_`: every one but those that a mail has of its reader. */
const formerNames = new Set(Object.keys(placeholders).filter((name) => name !== 'name' && name !== 'email'))

/**
 * The values of the placeholders of mails. `{name}` and `{email}` are those of the person a mail is about, so facts of the school are
 * `{school}` and `{school_phone}`, `{school_hours}` and so on. A card without a price leaves its placeholder empty.
 */
export function factValues({ facts, prices }: SchoolFacts): Record<string, string> {
  const { name, ...others } = placeholders
  const values = Object.entries(others).map(([placeholder, { of }]): [string, string] => [placeholder, of(facts)])
  return {
    ...Object.fromEntries(values.filter(([placeholder]) => formerNames.has(placeholder))),
    ...Object.fromEntries(values.map(([placeholder, value]) => [`school_${placeholder}`, value])),
    ...Object.fromEntries(
      Object.entries(pricedCards).map(([word, icon]) => {
        const price = prices[icon]
        return [`price:${word}`, price === undefined ? '' : priceText(price)]
      }),
    ),
    school: name!.of(facts),
    booking_url: facts.links.booking,
  }
}

/** The names of those placeholders. */
export const factPlaceholders: readonly string[] = Object.keys(factValues({ facts: shippedFacts, prices: {} }))

/**
 * @throws when a field of the form has the name of a fact: `{phone}` in stored texts would silently become the visitor's. First
 * write `{school_phone}` in these texts, and take the name out of `formerNames`.
 */
export function refuseFactNames(fields: readonly string[]): void {
  const taken = fields.filter((name) => factPlaceholders.includes(name))
  if (taken.length > 0)
    throw new Error(`fields of the contact form have the names of facts of the school: ${taken.join(', ')}`)
}
