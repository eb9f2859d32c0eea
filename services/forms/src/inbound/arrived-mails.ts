import type { Deliverability } from '@app/contracts/deliverability'
import { days, minutes, seconds } from '@app/contracts/durations'
import type { InboundState } from '@app/contracts/messages'
import { isObjectId } from '@app/contracts/object-id'
import { aboutPerson } from '@app/contracts/person-file'
import { schoolDay } from '@app/school-time/school-day'
import { addDays } from '@app/table-schema/conditions'
import { type Db, type Document, type Filter, ObjectId } from 'mongodb'
import type { MailEntry } from './conversation-page'
import { maxNewestLength } from './conversations'
import { duplicatesIn, type InboundMail } from './inbound-mail'

/** Without the long parts, which only a reader of the mail needs. */
const withoutLong = { keys: 0, html: 0, quoted: 0 } as const
/** Whose mail it is. */
const whose = { from: 1, sender: 1, sender_is: 1, is_proven: 1 } as const
const maxTimeMS = seconds(2)

/** Of a text: what a search shows a line of. */
const searchedLength = 20_000

/** Nobody has asked for a large one, and it fills a disk. */
const largeBytes = 1_000_000
const largeUnmatchedFor = days(90)
/** Spam and what programs sent is kept for this long, what is in no conversation for as long as an inquiry. */
const retention = { automated: days(30), spam: days(30), unmatched: days(730) } as const satisfies Record<
  InboundState,
  number
>
/** An inquiry may be in the trash for 30 days. */
const orphanedFor = days(31)

export type Received = Pick<InboundMail, 'keys' | 'raw' | 'size' | 'received_at'> &
  Partial<Pick<InboundMail, 'is_cut' | 'envelope'>> & { id: ObjectId }

export const newMailId = () => new ObjectId()

/** Every mail that came in, each once. */
export function arrivedMails(db: () => Db, now = () => new Date()) {
  const mails = () => db().collection<InboundMail>('inbound_mails')
  const page = (filter: Filter<InboundMail>, options = {}) => mails().find(filter, { maxTimeMS, ...options })
  /** Mails in short, with the beginning of their texts. A mail is large, so few are read at once. */
  const begun = (filter: Filter<InboundMail>, length: number, stages: Document[]) =>
    mails().aggregate<InboundMail>(
      [
        { $match: filter },
        ...stages,
        { $project: { inquiry: 1, received_at: 1, subject: 1, ...whose, text: { $substrCP: ['$text', 0, length] } } },
      ],
      { maxTimeMS, batchSize: 20 },
    )

  return {
    async prepare(): Promise<void> {
      await mails().createIndexes([
        { key: { keys: 1 }, name: 'once', unique: true },
        { key: { state: 1, due_at: 1 }, name: 'waiting' },
        { key: { state: 1, received_at: -1 }, name: 'list' },
        { key: { state: 1, size: 1 }, name: 'sizes' },
        { key: { inquiry: 1, received_at: 1 }, name: 'conversation' },
        { key: { sender: 1 }, name: 'sender' },
        { key: { is_pending: 1 }, name: 'pending', sparse: true },
      ])
    },

    /**
     * Which of these mails are stored, by their keys, and on a majority of the servers: an earlier write that timed out may be on the
     * primary alone, so each is written again, which notes the keys that its record does not have yet.
     */
    async recognize<Given extends { keys: readonly string[] }>(given: readonly Given[]): Promise<ReadonlySet<Given>> {
      const keys = given.flatMap((mail) => mail.keys)
      const found = await page({ keys: { $in: keys } }, { projection: { keys: 1 } }).toArray()
      const stored = new Map(found.flatMap((mail) => mail.keys.map((key) => [key, mail._id] as const)))
      const known = new Map(
        given.flatMap((mail) => {
          const _id = mail.keys.map((key) => stored.get(key)).find(Boolean)
          return _id ? [[mail, _id] as const] : []
        }),
      )
      const writes = [...known].map(([mail, _id]) => ({
        updateOne: { filter: { _id }, update: { $addToSet: { keys: { $each: [...mail.keys] } } } },
      }))
      // A key of another record is known already.
      if (writes.length > 0) await duplicatesIn(mails().bulkWrite(writes, { ordered: false }), writes.length)
      return new Set(known.keys())
    },

    /** Resolves with those that another process has stored meanwhile. */
    async add(received: readonly Received[]): Promise<Received[]> {
      const due_at = now()
      const records = received.map(({ id, ...mail }) => ({
        ...{ _id: id, ...mail, keys: [...mail.keys], state: 'waiting' as const, due_at, attempts: 0 },
        // Known once it is read.
        sender: '',
      }))
      const isKnown = await duplicatesIn(mails().insertMany(records, { ordered: false }), records.length)
      return received.filter((_, at) => isKnown[at])
    },

    /** Puts a mail that is in no conversation into one; `undefined` when it is in one already. */
    async attach(id: string, inquiry: ObjectId, email: string, isFirst = false): Promise<InboundMail | undefined> {
      const attached = await mails().findOneAndUpdate(
        { _id: new ObjectId(id), state: { $in: ['unmatched', 'automated', 'spam'] } },
        {
          $set: {
            ...{ state: 'threaded', inquiry, inquiry_email: email, automated: false, reason: 'Attached by staff.' },
            ...(isFirst ? { is_first: true } : { is_pending: true }),
          },
        },
        { returnDocument: 'after', projection: withoutLong, maxTimeMS },
      )
      return attached ?? undefined
    },

    /** Mails that their inquiry may not know of, because a process ended in between. */
    pending: () => begun({ is_pending: true }, maxNewestLength, [{ $limit: 100 }]).toArray(),
    settled: (ids: readonly ObjectId[]) =>
      mails().updateMany({ _id: { $in: [...ids] } }, { $unset: { is_pending: 1 } }),
    /** Takes mails out of conversations that were deleted meanwhile. */
    release: (ids: readonly ObjectId[]) =>
      mails().updateMany(
        { _id: { $in: [...ids] } },
        {
          $set: { state: 'unmatched', inquiry: null, reason: 'Its inquiry was deleted.' },
          $unset: { is_pending: 1, inquiry_email: 1 },
        },
      ),

    async find(id: string, projection: Document = withoutLong): Promise<InboundMail | undefined> {
      if (!isObjectId(id)) return undefined
      return (await mails().findOne({ _id: new ObjectId(id) }, { projection, maxTimeMS })) ?? undefined
    },

    /** The order of the mails of a conversation, oldest first, without their contents. */
    async index(inquiry: ObjectId): Promise<MailEntry[]> {
      const projection = { received_at: 1, is_first: 1, bounce: 1 } as const
      return page({ inquiry, state: { $ne: 'waiting' } }, { projection })
        .sort({ received_at: 1, _id: 1 })
        .limit(5_000)
        .toArray()
    },

    /** The texts of the mails of a conversation, the newest first. */
    async *texts(inquiry: ObjectId): AsyncGenerator<string> {
      const projection = { subject: 1, text: 1, from: 1, 'attachments.name': 1 } as const
      const found = page(
        { inquiry, state: { $ne: 'waiting' } },
        { projection, sort: { received_at: -1 }, batchSize: 20 },
      )
      for await (const { subject = '', text = '', from, attachments = [] } of found.limit(1_000))
        yield [subject, from?.name, from?.address, ...attachments.map(({ name }) => name), text].join('\n')
    },

    /** The newest mails of conversations, newest first, with as much of their texts as a search looks through. */
    said: (inquiries: readonly ObjectId[]): AsyncIterable<InboundMail> =>
      begun({ inquiry: { $in: [...inquiries] }, state: { $ne: 'waiting' } }, searchedLength, [
        { $sort: { received_at: -1 } },
        { $limit: 200 },
      ]),

    /** The conversations that some mails are in. */
    async inquiriesOf(ids: readonly ObjectId[]): Promise<ObjectId[]> {
      const found = await page({ _id: { $in: [...ids] } }, { projection: { inquiry: 1 } }).toArray()
      return found.flatMap(({ inquiry }) => inquiry ?? [])
    },

    count: (state: InboundState) => mails().countDocuments({ state }, { maxTimeMS }),

    /** Mail of the last seven days that only its subject calls automatic. */
    countMaybeAutomatic: () =>
      mails().countDocuments(
        { state: 'automated', received_at: { $gte: new Date(now().getTime() - days(7)) }, is_maybe_automatic: true },
        { maxTimeMS },
      ),

    /** When this mail of the product to itself came in. */
    async arrivalOf(messageId: string, since: Date): Promise<Date | undefined> {
      const filter = { state: 'automated' as const, received_at: { $gte: new Date(since.getTime() - minutes(5)) } }
      const found = await mails().findOne({ ...filter, message_id: messageId }, { projection: { _id: 1 }, maxTimeMS })
      // The date that a mailbox gives is in whole seconds; the id is made when it is stored.
      return found?._id.getTimestamp()
    },

    /** The age of the oldest mail that waits to be read, in seconds. */
    async lag(): Promise<number> {
      const oldest = await mails().findOne(
        { state: 'waiting' },
        { projection: { _id: 1 }, sort: { received_at: 1 }, maxTimeMS },
      )
      return oldest ? Math.max(0, Math.round((now().getTime() - oldest._id.getTimestamp().getTime()) / 1_000)) : 0
    },

    /** Bounces and complaints of the last four weeks, the current one first. */
    async reports(): Promise<Deliverability['weeks']> {
      const today = schoolDay(now().getTime())
      const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
      const weeks = [0, 1, 2, 3].map((n) => ({ from: addDays(monday, -7 * n), bounces: 0, complaints: 0 }))
      const found = await page(
        { state: 'automated', report: { $exists: true }, received_at: { $gte: new Date(now().getTime() - days(29)) } },
        { projection: { report: 1, received_at: 1 } },
      )
        .limit(10_000)
        .toArray()
      for (const { report, received_at } of found) {
        const week = weeks.find(({ from }) => schoolDay(received_at.getTime()) >= from)
        if (week) week[report === 'complaint' ? 'complaints' : 'bounces']++
      }
      return weeks
    },

    /** The files that these mails name, as hex. */
    async filesOf(ids: readonly ObjectId[]): Promise<ReadonlySet<string>> {
      const found = await page({ _id: { $in: [...ids] } }, { projection: { raw: 1, attachments: 1 } }).toArray()
      const named = found.flatMap(({ raw, attachments = [] }) => [
        raw,
        ...attachments.flatMap(({ file }) => file ?? []),
      ])
      return new Set(named.map((id) => id.toHexString()))
    },

    /** The mails that an erasure of an address removes: from it, to it, and in conversations with it. */
    about: (email: string, inquiries: readonly ObjectId[]): Promise<ObjectId[]> =>
      mails().distinct('_id', aboutPerson.incoming(email, inquiries), { maxTimeMS: seconds(10) }),

    remove: (ids: readonly ObjectId[]) => mails().deleteMany({ _id: { $in: [...ids] } }),

    /** Mails whose time is over. */
    async expired(): Promise<ObjectId[]> {
      const at = now().getTime()
      const over = Object.entries(retention).map(([state, age]) => ({
        state: state as InboundState,
        received_at: { $lt: new Date(at - age) },
      }))
      const large = {
        ...{ state: 'unmatched' as const, size: { $gt: largeBytes } },
        received_at: { $lt: new Date(at - largeUnmatchedFor) },
      }
      const gone = { orphaned_at: { $lt: new Date(at - orphanedFor) } }
      const found = await page({ $or: [...over, large, gone] }, { projection: { _id: 1 } })
        .limit(500)
        .toArray()
      return found.map(({ _id }) => _id)
    },

    /** Notes since when the inquiries of mails have been gone, and forgets it for those that came back. */
    async noteOrphans(existing: (inquiries: readonly ObjectId[]) => Promise<ReadonlySet<string>>): Promise<void> {
      for (let after: ObjectId | undefined; ; ) {
        const part = await page(
          { state: 'threaded', ...(after && { _id: { $gt: after } }) },
          { projection: { inquiry: 1, orphaned_at: 1 } },
        )
          .sort({ _id: 1 })
          .limit(1_000)
          .toArray()
        if (part.length === 0) return
        const known = await existing(part.flatMap(({ inquiry }) => inquiry ?? []))
        const isGone = ({ inquiry }: InboundMail) => !inquiry || !known.has(inquiry.toHexString())
        const ids = (found: InboundMail[]) => ({ _id: { $in: found.map(({ _id }) => _id) } })
        const gone = part.filter((mail) => isGone(mail) && !mail.orphaned_at)
        const back = part.filter((mail) => !isGone(mail) && mail.orphaned_at)
        if (gone.length > 0) await mails().updateMany(ids(gone), { $set: { orphaned_at: now() } })
        if (back.length > 0) await mails().updateMany(ids(back), { $unset: { orphaned_at: 1 } })
        after = part.at(-1)!._id
      }
    },
  }
}

export type ArrivedMails = ReturnType<typeof arrivedMails>
