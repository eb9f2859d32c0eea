import { days, seconds } from '@app/contracts/durations'
import type { InboundState } from '@app/contracts/messages'
import { bulkWriteErrors, isDuplicateKey } from '@app/mongo'
import type { Db, ObjectId } from 'mongodb'
import type { Textless } from './mail-notes'

export type Mailbox = { name: string; address: string }

/** A file of a mail. `file` is its id in the bucket; `null` for one that is beyond the limits. */
export type StoredAttachment = { name: string; type: string; size: number; file: ObjectId | null }

/** A server's report about a mail of ours. `is_unverified`: it may be forged, and is only shown. */
type StoredBounce = { message_id: string; status: string; permanent: boolean; is_unverified?: true }

/** The content of a raw mail. */
export type MailContent = {
  message_id: string
  from: Mailbox
  reply_to?: Mailbox[]
  to: Mailbox[]
  subject: string
  text: string
  html: string | null
  quoted: string
  automated: boolean
  readable: boolean
  /** Why it is unreadable or incomplete, for staff. */
  note: string | null
  /** Why it has no text of its own. */
  textless?: Textless
  /** It is only likely that a program has sent it. */
  is_maybe_automatic?: true
}

/**
 * One incoming mail. The raw mail is stored before the server is told that it was received; `waiting` until it is read and placed.
 */
export type InboundMail = Partial<MailContent> & {
  _id: ObjectId
  /** Of the copy in a mailbox and of the content: no two mails share one. */
  keys: string[]
  raw: ObjectId
  size: number
  /** Only its beginning is stored. */
  is_cut?: true
  received_at: Date
  /** The address in `From`, `''` where there is none. */
  sender: string
  /** The addresses that the server was given, without a mailbox in between. */
  envelope?: { from: string; to: string[] }
  state: 'waiting' | 'threaded' | InboundState
  /** Why it is where it is. */
  reason?: string
  /** When it is read, or read again after a failure; `null` once it is placed. */
  due_at: Date | null
  attempts: number
  /** Of the worker that reads or has placed it. */
  claim?: ObjectId
  attachments?: StoredAttachment[]
  /** The beginning of its text, for lists. */
  excerpt?: string
  inquiry?: ObjectId | null
  /** Whose conversation it is in, for an erasure. */
  inquiry_email?: string
  /** Set while the inquiry does not know of it yet. */
  is_pending?: true
  /** The inquiry was made from it. */
  is_first?: true
  /** The role of its `From` in the inquiry, and whether its domain vouches for that. */
  sender_is?: 'visitor' | 'known' | 'other'
  is_proven?: boolean
  /** Mails that it answers, the closest first. */
  answers?: string[]
  /** Of an unmatched one: the inquiry that its subject names. */
  named?: ObjectId
  bounce?: StoredBounce
  /** It reports on a mail of ours. */
  report?: 'bounce' | 'complaint'
  /** Since when its inquiry has been gone, as far as a sweep saw. */
  orphaned_at?: Date
}

/** Of each part of a write, whether a unique index refused it. @throws any other error */
export async function duplicatesIn(write: Promise<unknown>, count: number): Promise<boolean[]> {
  const errors = await bulkWriteErrors(write, count)
  const failed = errors.find((error) => error && !isDuplicateKey(error))
  if (failed) throw failed
  return errors.map(Boolean)
}

const keptFor = days(400)
const maxTimeMS = seconds(10)

type Erased = { _id: string; at: Date }

/**
 * Digests of mails that an erasure has removed. Their copies may still be in the mailbox, and would be read again after its UIDVALIDITY has
 * changed. A digest says nothing about a person.
 */
export function erasedMails(db: () => Db, now = () => new Date()) {
  const erased = () => db().collection<Erased>('inbound_erased')
  return {
    prepare: () => erased().createIndex({ at: 1 }, { name: 'ends', expireAfterSeconds: keptFor / seconds(1) }),

    async note(mails: readonly ObjectId[]): Promise<void> {
      const found = await db()
        .collection<InboundMail>('inbound_mails')
        .find({ _id: { $in: [...mails] } }, { projection: { keys: 1 }, maxTimeMS })
        .toArray()
      // That of its copy in the mailbox names the account.
      const keys = found.flatMap((mail) => mail.keys.filter((key) => key.startsWith('mail:')))
      if (keys.length === 0) return
      const write = erased().insertMany(
        keys.map((_id) => ({ _id, at: now() })),
        { ordered: false },
      )
      await duplicatesIn(write, keys.length)
    },

    /** Those of these keys that belong to erased mails. */
    async among(keys: readonly string[]): Promise<ReadonlySet<string>> {
      if (keys.length === 0) return new Set()
      const found = await erased()
        .find({ _id: { $in: [...keys] } }, { maxTimeMS })
        .toArray()
      return new Set(found.map(({ _id }) => _id))
    },
  }
}

export type ErasedMails = ReturnType<typeof erasedMails>
