import { seconds } from '@app/contracts/durations'
import { excerptLength, type InboundState, inboundPageSize, type MessagePart } from '@app/contracts/messages'
import { isObjectId } from '@app/contracts/object-id'
import { pageOf } from '@app/mongo/page-of'
import { type Db, type Document, ObjectId } from 'mongodb'
import { shownOfEach } from './conversation-page'
import type { InboundMail } from './inbound-mail'
import type { WithMarkup } from './messages'

const maxTimeMS = seconds(2)

/** The first signs of a text, which the database cuts. */
const beginning = (name: 'text' | 'quoted', length: number) => ({ $substrCP: [`$${name}`, 0, length] })

/** Mails as several of them are shown. A mail has 600 KB of texts and markup: what is not shown stays in the database. */
export function shownMails(db: () => Db) {
  const mails = () => db().collection<InboundMail>('inbound_mails')
  const read = (ids: readonly ObjectId[], ...stages: Document[]) =>
    mails()
      .aggregate<WithMarkup<InboundMail>>([{ $match: { _id: { $in: [...ids] } } }, ...stages], { maxTimeMS })
      .toArray()
  const hasHtml = { $eq: [{ $type: '$html' }, 'string'] }
  const withoutMarkup = { $unset: ['html', 'keys'] }
  /** As much as is shown, and one sign more, which tells that there are others. */
  const text = beginning('text', shownOfEach.text + 1)
  const quoted = beginning('quoted', shownOfEach.quoted + 1)

  return {
    /** As much of mails as a page of a conversation shows. */
    beginnings: (ids: readonly ObjectId[]) => read(ids, { $set: { text, quoted, hasHtml } }, withoutMarkup),

    /** A mail: one of its parts whole, and of the others as much as a page shows; or all of it. */
    async one(id: string, part?: MessagePart): Promise<WithMarkup<InboundMail> | undefined> {
      if (!isObjectId(id)) return undefined
      const others = { ...(part !== 'text' && { text }), ...(part !== 'quoted' && { quoted }), hasHtml }
      const stages = part ? [{ $set: others }, part === 'html' ? { $unset: 'keys' } : withoutMarkup] : []
      return (await read([new ObjectId(id)], ...stages))[0]
    },

    /** Mails without their markup. */
    withTexts: (ids: readonly ObjectId[]) => read(ids, { $set: { hasHtml } }, withoutMarkup),

    /** Newest first, without texts. Mails from before excerpts were stored have theirs from the text. */
    async list(state: InboundState, page: number): Promise<{ found: InboundMail[]; total: number }> {
      const projection = { text: 0, html: 0, quoted: 0, keys: 0 }
      const wanted = { projection, sort: { received_at: -1, _id: -1 }, page, size: inboundPageSize, maxTimeMS } as const
      const { data: found, total } = await pageOf(mails(), { state }, wanted)
      const bare = found.filter(({ excerpt }) => excerpt === undefined)
      if (bare.length === 0) return { found, total }
      const ids = bare.map(({ _id }) => _id)
      const begun = await read(ids, { $project: { excerpt: beginning('text', excerptLength) } })
      const excerpts = new Map(begun.map(({ _id, excerpt = '' }) => [_id.toHexString(), excerpt]))
      for (const mail of bare) mail.excerpt = excerpts.get(mail._id.toHexString()) ?? ''
      return { found, total }
    },
  }
}

export type ShownMails = ReturnType<typeof shownMails>
