import * as v from 'valibot'
import { pageCounts } from '../parameters'
import { cardIcon, siteCard } from '../site'
import { priceChanges, pricedCard } from './card-prices'
import { websiteContent } from './content'
import { mailText } from './mail-uses'

/** Version 0 is the shipped content. */
export const shippedVersion = 0
export const versionPageSize = 20

/** Another value of the content; `path` as in `facts.phone`. */
const websiteChange = v.object({ path: v.string(), before: v.unknown(), after: v.unknown() })

/** Instants are ISO 8601 UTC. `publishedAt` and `publishedBy` are null for the shipped content. */
export const websiteVersion = v.object({
  id: v.number(),
  publishedAt: v.nullable(v.string()),
  publishedBy: v.nullable(v.string()),
  /** The version that was made live again. */
  restored: v.nullable(v.number()),
  changes: v.array(websiteChange),
  isLive: v.boolean(),
})
export type WebsiteVersion = v.InferOutput<typeof websiteVersion>

/** `GET /api/site/versions`: newest first. */
export const websiteVersions = v.object({ data: v.array(websiteVersion), ...pageCounts.entries })

const savedDraft = v.object({
  /** Names what is stored: a save and a publication say in `If-Match` which draft they are about. */
  tag: v.string(),
  changedAt: v.nullable(v.string()),
  changedBy: v.nullable(v.string()),
})
export type SavedDraft = v.InferOutput<typeof savedDraft>

const cards = v.array(v.omit(siteCard, ['id']))
const prices = v.record(cardIcon, v.number())

/** The answer to a save: the draft, and the cards with its prices. */
export const savedSiteDraft = v.object({
  ...savedDraft.entries,
  cards: v.optional(cards),
  prices: v.optional(prices),
})

/** Days ahead that a publication can be scheduled for. */
export const maxDaysAhead = 28

/** A draft that is published later, as it was when it was scheduled. */
export const scheduledPublication = v.object({ at: v.string(), by: v.string(), changes: v.array(websiteChange) })
export type ScheduledPublication = v.InferOutput<typeof scheduledPublication>

/** `GET /api/site/draft`: the draft, which is the live content until something has changed, and what it is shown with. */
export const websiteDraft = v.object({
  ...savedDraft.entries,
  content: websiteContent,
  live: websiteContent,
  liveVersion: v.number(),
  scheduled: v.optional(v.nullable(scheduledPublication), null),
  /** With the prices of the draft. */
  cards,
  prices,
  /** The cards with their prices in the table, and which of these the draft changes. */
  pricedCards: v.optional(v.array(pricedCard), []),
  priceChanges: v.optional(priceChanges, []),
  /**
   * Mails about the same facts, as far as the caller may see them. Left out where they could not be read, and in a conflict.
   */
  mailTexts: v.optional(v.array(mailText)),
})
export type WebsiteDraft = Omit<v.InferOutput<typeof websiteDraft>, 'prices'> & {
  prices: Partial<v.InferOutput<typeof websiteDraft>['prices']>
}
