import { createHash, randomBytes } from 'node:crypto'
import { days, hours, seconds } from '@app/contracts/durations'
import type { AudienceTable, Mailing } from '@app/contracts/mailings'
import { aboutPerson } from '@app/contracts/person-file'
import { isDuplicateKey } from '@app/mongo'
import type { Collection } from 'mongodb'
import { Types } from 'mongoose'
import { addMails, isThreadMac, outgoingMail, readThreadId, threadMac } from '../inquiries/outgoing-mail'
import type { OutgoingMail } from '../inquiries/submission-document'

const retention = days(30)
/** Its job is looked for this long. */
const begunWithin = hours(24)
const maxTimeMS = seconds(2)

/** `n` makes its Message-ID. */
type Held = { name: string; to: string; n: number }

/** An email by staff to several people, with one outgoing mail per address. Mailings of earlier releases lack what is optional. */
export type StoredMailing = {
  _id: Types.ObjectId
  subject: string
  text: string
  by: string
  by_id?: string
  /** The tables of its recipients, and the one by whose records they were found. */
  to?: AudienceTable[]
  about?: string
  /** Those records, where `{student_names}` in the text stands for the names of a recipient's students. */
  about_ids?: string[]
  /** To people in its author's own lessons, who may not see others. */
  is_own?: true
  /** Part of what its author did, such as to cancel a day: it reached all whom that concerns, also guardians whom its author may not see. */
  is_requested?: true
  /** By the product, about the settings: an answer has nobody to go to. */
  is_notice?: true
  /** By the product, about a lesson: its subject and text are made of these when it is sent. */
  reminder?: { lesson: string; starts_at: Date; subject: string; text: string; called?: string[] }
  /** By the product, about the lessons before this time: made of what this person may see when it is sent. */
  letter?: { user: string; until: Date }
  /** Of a reminder, which grows with its lesson: the next number of a recipient. */
  next_n?: number
  idempotency_key: string
  /** Digest of the request, by which a repeated key is recognized. */
  request?: string
  request_id: string
  /** Recipients whose mails are not released yet. */
  held?: Held[]
  mails: OutgoingMail[]
  /** The number at first. */
  total?: number
  /** Makes the Message-IDs of its mails, and the tokens by which recipients unsubscribe, unguessable. */
  thread_key?: string
  /** It is within the caps, and a job releases it. */
  is_admitted?: true
  created_at: Date
}

export type NewMailing = {
  id: string
  subject: string
  text: string
  to: readonly AudienceTable[]
  about: string
  about_ids?: string[]
  is_own?: true
  is_requested?: true
  by: string
  byId: string
  request: string
  requestId: string
  recipients: readonly { name: string; email: string }[]
}

export const toMailing = ({ _id, subject, by, created_at, mails, held = [] }: StoredMailing): Mailing => ({
  id: _id.toHexString(),
  subject,
  by,
  at: created_at.toISOString(),
  recipients: [
    ...mails.map(({ name = '', to, state, last_error }) => ({ name, email: to, state, reason: last_error })),
    ...held.map(({ name, to }) => ({ name, email: to, state: 'held' as const, reason: null })),
  ],
})

/** The same id for the same parts, so that any number of replicas and rounds store a mailing once. */
export const derivedId = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)

/** Stores a mailing, or returns the one that has its id. */
export async function storeOnce(collection: Collection<StoredMailing>, mailing: StoredMailing): Promise<StoredMailing> {
  try {
    await collection.insertOne(mailing)
    return mailing
  } catch (error) {
    const earlier = isDuplicateKey(error) && (await collection.findOne({ _id: mailing._id }, { maxTimeMS }))
    if (!earlier) throw error
    return earlier
  }
}

const without = (list: '$mails' | '$held', email: string) => ({
  $filter: { input: { $ifNull: [list, []] }, as: 'one', cond: { $ne: ['$$one.to', { $literal: email }] } },
})

const unsubscribing = (n: string) => `unsubscribe-${n}`

/** The token that names one recipient of a mailing to whoever has received its mail. `undefined` for mailings of earlier releases. */
export function unsubscribeToken({ _id, thread_key }: StoredMailing, messageId: string): string | undefined {
  const n = /\.mailing-(\d+)\./.exec(messageId)?.[1]
  const id = _id.toHexString()
  return thread_key && n ? `${id}.${n}.${threadMac(thread_key, id, unsubscribing(n))}` : undefined
}

export function mailingStore(collection: () => Collection<StoredMailing>, mailDomain: string, now = () => new Date()) {
  const of = (id: string) => ({ _id: new Types.ObjectId(id) })
  const find = async (id: string): Promise<StoredMailing | undefined> =>
    (await collection().findOne(of(id), { maxTimeMS })) ?? undefined

  return {
    prepare: () =>
      collection().createIndexes([
        { key: { idempotency_key: 1 }, unique: true },
        { key: { 'mails.due_at': 1 } },
        { key: { 'mails.to': 1 } },
        { key: { 'held.to': 1 } },
        { key: { created_at: 1 }, name: 'ends', expireAfterSeconds: retention / seconds(1) },
      ]),

    find,

    /** Stores a mailing that is within the caps, all of it held, or returns the one that has its id. */
    async insert({ id, byId, requestId, recipients, ...given }: NewMailing): Promise<StoredMailing> {
      const mailing: StoredMailing = {
        ...of(id),
        ...given,
        to: [...given.to],
        by_id: byId,
        idempotency_key: id,
        request_id: requestId,
        held: recipients.map(({ name, email: to }, n) => ({ name, to, n })),
        mails: [],
        total: recipients.length,
        is_admitted: true,
        thread_key: randomBytes(16).toString('hex'),
        created_at: now(),
      }
      return storeOnce(collection(), mailing)
    },

    /**
     * Makes the first held mails due, and returns the mailing afterwards. `undefined` when an erasure or another process has
     * changed it since it was read.
     */
    async release(
      { _id, held = [], thread_key: threadKey }: StoredMailing,
      count: number,
    ): Promise<StoredMailing | undefined> {
      const at = now()
      const released = held.slice(0, count).map(({ name, to, n }) => ({
        ...outgoingMail(
          { documentId: _id.toHexString(), kind: 'mailing', to, name: `mailing-${n}`, threadKey },
          { mailDomain, at },
        ),
        name,
      }))
      const addresses = released.map(({ to }) => to)
      const changed = await collection().findOneAndUpdate(
        // Whatever changes the list makes it shorter.
        { _id, held: { $size: held.length } },
        [
          addMails(released),
          {
            $set: {
              held: {
                $filter: {
                  input: '$held',
                  as: 'one',
                  cond: { $not: [{ $in: ['$$one.to', { $literal: addresses }] }] },
                },
              },
            },
          },
        ],
        { returnDocument: 'after', maxTimeMS },
      )
      return changed ?? undefined
    },

    /** Mailings whose job may not have begun, because the service ended in between. */
    waiting: (): Promise<StoredMailing[]> =>
      collection()
        .find(
          {
            is_admitted: true,
            'held.0': { $exists: true },
            created_at: { $gt: new Date(now().getTime() - begunWithin), $lt: new Date(now().getTime() - seconds(30)) },
          },
          { maxTimeMS },
        )
        .limit(20)
        .toArray(),

    /** The mail with this Message-ID, where whoever names it must have received it. */
    async sentAs(messageId: string): Promise<{ to: string; threadKey: string | undefined } | undefined> {
      const { id = '', name = '', mac } = readThreadId(messageId, mailDomain) ?? {}
      const found = mac && (await find(id))
      if (!found || !isThreadMac(found.thread_key, { id, name, mac })) return undefined
      const mail = found.mails.find(({ message_id }) => message_id === messageId)
      return mail && { to: mail.to, threadKey: found.thread_key }
    },

    /** The address that the token of a mail was made for. */
    async recipientWith(token: string): Promise<string | undefined> {
      const [, id = '', n = '', mac = ''] = /^([0-9a-f]{24})\.(\d{1,6})\.([0-9a-f]{20})$/.exec(token) ?? []
      const found = id && (await find(id))
      if (!found || !isThreadMac(found.thread_key, { id, name: unsubscribing(n), mac })) return undefined
      return found.mails.find(({ message_id }) => message_id.startsWith(`<${id}.mailing-${n}.`))?.to
    },

    /** Removes an address from every mailing; what waits to be sent to it is not sent. */
    async erase(email: string): Promise<number> {
      const { modifiedCount } = await collection().updateMany(aboutPerson.mailings(email), [
        { $set: { mails: without('$mails', email), held: without('$held', email) } },
      ])
      return modifiedCount
    },
  }
}

export type MailingStore = ReturnType<typeof mailingStore>
