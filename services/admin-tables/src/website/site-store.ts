import { createHash } from 'node:crypto'
import { cardTitle } from '@app/contracts/card-title'
import { seconds } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/entered-line'
import { AppError } from '@app/contracts/errors'
import { mayUse } from '@app/contracts/policy'
import {
  type SiteAnnouncement,
  type SiteCard,
  type SiteContent,
  type SiteLesson,
  siteAnnouncement,
  siteCard,
} from '@app/contracts/site'
import { type PriceChange, type PricedCard, priceWith } from '@app/contracts/website/card-prices'
import { filledCard, type PageCards, type PageInstructor, type PageNews } from '@app/contracts/website/page-texts'
import type { Prices } from '@app/contracts/website/placeholders'
import type { SchoolFacts } from '@app/contracts/website/school-facts'
import type { Actor } from '@app/jobs'
import { everything } from '@app/record-query'
import type { Identity } from '@app/session'
import { plainText } from '@app/table-schema'
import type { Collection, Document } from 'mongodb'
import * as v from 'valibot'
import type { ApplyWrites } from '../records/apply-writes'
import type { Interests } from '../tables/interests'

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

/** The most that content for visitors may be old; a browser keeps it for a minute more at most. */
const cachedFor = seconds(5)
const maxTimeMS = seconds(2)
const maxItems = { cards: 24, announcements: 10 }

const textOf = (value: unknown) => (typeof value === 'string' ? plainText(value) : '')
const timeOf = (value: unknown) =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : null
const linkOf = (value: string) => (/^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value).href : undefined)

/** A card as visitors see it; undefined unless its link is a web page or an email address. */
function cardOf(document: Document): SiteCard | undefined {
  const { _id, icon, title, price, description, cta_type, cta_label, cta_value } = document
  const value = textOf(cta_value)
  const target = cta_type === 'email' ? normalEmail(value) : linkOf(value)
  const cta = { type: cta_type, label: textOf(cta_label), value: target }
  const card = { id: String(_id), icon, title: cardTitle(textOf(title), price), description: textOf(description), cta }
  return v.is(siteCard, card) ? card : undefined
}

function announcementOf({ _id, kind, text, starts_at, ends_at }: Document): SiteAnnouncement | undefined {
  const times = { startsAt: timeOf(starts_at), endsAt: timeOf(ends_at) }
  const announcement = { id: String(_id), kind, text: textOf(text), ...times }
  return v.is(siteAnnouncement, announcement) && announcement.text !== '' ? announcement : undefined
}

const pricedCardOf = ({ _id, title, price }: Document): PricedCard => ({
  id: String(_id),
  title: textOf(title),
  price: typeof price === 'number' ? price : null,
})

const pricesOf = (cards: readonly Document[]): Prices =>
  Object.fromEntries(cards.flatMap(({ icon, price }) => (typeof price === 'number' ? [[icon, price] as const] : [])))

const shown = <Item>(items: (Item | undefined)[]) => items.filter((item) => item !== undefined)

/** Cards as the page shows them, and with their prices in the table. */
export type DraftCards = { page: PageCards; priced: PricedCard[] }

/** The content of the public page from the tables: published records alone, and of them the fields that are for visitors. */
export function siteStore(
  collection: (name: string) => Collection,
  facts: () => Promise<SchoolFacts | undefined>,
  lessons: (now: Date, prices: Prices) => Promise<SiteLesson[]>,
  interests: () => Promise<Interests | undefined>,
  instructors: () => Promise<PageInstructor[]>,
  now = () => new Date(),
) {
  const cards = async () =>
    collection('service_cards')
      .find({ published: { $eq: true } }, { maxTimeMS, sort: { position: 1, _id: 1 }, limit: maxItems.cards })
      .toArray()

  const announcements = (at: Date) =>
    collection('announcements')
      .find(
        {
          published: { $eq: true },
          $and: [
            { $or: [{ starts_at: { $eq: null } }, { starts_at: { $lte: at } }] },
            { $or: [{ ends_at: { $eq: null } }, { ends_at: { $gt: at } }] },
          ],
        },
        { maxTimeMS, sort: { starts_at: -1, _id: -1 }, limit: maxItems.announcements },
      )
      .toArray()

  async function read() {
    const at = now()
    const [cardRows, announcementRows, published, form] = await Promise.all([
      cards(),
      announcements(at),
      facts(),
      interests(),
    ])
    const coming = await lessons(at, pricesOf(cardRows))
    const content: SiteContent = {
      cards: shown(cardRows.map(cardOf)).map((card) => (published ? filledCard(card, published) : card)),
      announcements: shown(announcementRows.map(announcementOf)),
      lessons: coming,
      ...(published && { facts: published.facts, logo: published.logo ?? null }),
      ...(form && { interests: form.offered }),
      ...(form?.heardFrom?.length && { heardFrom: form.heardFrom }),
    }
    const body = JSON.stringify(content)
    return { content, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
  }

  /** The published cards as the page shows them with the prices of a draft, and as they are in the table. */
  async function draftCards(changes: readonly PriceChange[] = []): Promise<DraftCards> {
    const stored = await cards()
    const rows = stored.map((row) => ({ ...row, price: priceWith(pricedCardOf(row), changes) }))
    return {
      page: { cards: shown(rows.map(cardOf)).map(({ id: _, ...card }) => card), prices: pricesOf(rows) },
      priced: stored.map(pricedCardOf),
    }
  }

  let last: { at: number; answer: ReturnType<typeof read> } | undefined
  /** The database is read at most once in a few seconds. */
  function current() {
    const at = now().getTime()
    if (!last || at - last.at >= cachedFor) {
      const entry = { at, answer: read() }
      entry.answer.catch(() => {
        if (last === entry) last = undefined
      })
      last = entry
    }
    return last.answer
  }

  return {
    draftCards,

    /** The published cards as the page shows them, and their prices. */
    pageCards: async (): Promise<PageCards> => (await draftCards()).page,

    /** The content as JSON with its ETag. */
    content: (): Promise<{ body: string; etag: string }> => current(),

    /** The content of the page besides cards and texts. */
    async news(): Promise<PageNews> {
      const [{ content }, shownInstructors] = await Promise.all([current(), instructors()])
      const { announcements, lessons = [] } = content
      return { announcements, lessons, instructors: shownInstructors }
    },
  }
}

export type SiteStore = ReturnType<typeof siteStore>
