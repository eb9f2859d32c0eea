import { createHash, randomBytes } from 'node:crypto'
import { combineReads } from '@app/concurrency/share-reads'
import { comparable } from '@app/contracts/comparable'
import { hours, seconds } from '@app/contracts/durations'
import { type EventType, type WaitingEvent, waitingEventsField } from '@app/contracts/events'
import { inquiryTable, type MailKind, responseTime } from '@app/contracts/inquiries'
import { bulkWriteErrors, databaseBusy, isDuplicateKey, unlessDuplicate } from '@app/mongo'
import type { Collection, Db, Document } from 'mongodb'
import { type Connection, Types } from 'mongoose'
import { combineCalls } from './combine-calls'
import { outgoingMail } from './outgoing-mail'
import { type Submission, submissionModel } from './submission-document'

const digest = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** As the release before compared texts. */
const formerText = (text: string) => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()

/**
 * By what an equal inquiry is recognized: form, address, name, interest and message. Hashes keep the index small and free of
 * personal data. `former` leaves the name out, as the release before does. The first inquiry with these words is stored by it and
 * those of others by their `own`, so that replicas of both releases recognize each other's inquiries during an update.
 */
export const dedupeKeys = (
  formId: string,
  { email = '', name = '', interest = '', message = '' }: Readonly<Record<string, string>>,
) => ({
  own: digest([formId, ...[email, name, interest, message].map(comparable)]),
  former: digest([formId, formerText(email), interest, formerText(message)]),
})

type DedupeKeys = { own: string; former?: string }

/** Waiting and writing fit into the time that Nginx allows a request. */
const insertLimits = {
  maxItems: 100,
  maxCalls: 3,
  queueTimeoutMs: seconds(1.5),
  callTimeoutMs: seconds(3.5),
  gathers: true,
}

async function insertMany(collection: Collection, documents: Document[]): Promise<(Error | undefined)[]> {
  try {
    const insert = collection.insertMany(documents, { ordered: false })
    return await bulkWriteErrors(insert, documents.length, ({ insertedCount }) => insertedCount)
  } catch (error) {
    // A compatible server refuses all documents of a command for one of them, and does not say which.
    const { cause } = error as Error
    if (!isDuplicateKey(cause)) throw error
    if (documents.length === 1) return [cause as Error]
    const errors: (Error | undefined)[] = []
    for (const document of documents) errors.push(...(await insertMany(collection, [document])))
    return errors
  }
}

/** Inserts one document, which must have its `_id`; concurrent inserts share a call. */
export const insertCombined = (db: () => Db, name: string) =>
  combineCalls<Document, undefined>((documents) => insertMany(db().collection(name), documents), insertLimits)

/** A change of an inquiry as programs see it that follow the feed of events. */
export type Announced = { type: EventType; changed?: readonly string[]; by?: string }

/** An event that waits in its inquiry: written with the change itself, so that no crash loses it. */
const waitingEvent = ({ type, changed = [], by }: Announced, at: Date): WaitingEvent<Types.ObjectId> => ({
  _id: new Types.ObjectId(),
  type,
  changed: [...changed],
  by: by ?? null,
  at,
})

/** The stage of an update that adds an event. */
export const addEvent = (announced: Announced, at: Date) => ({
  $set: {
    [waitingEventsField]: {
      $concatArrays: [{ $ifNull: [`$${waitingEventsField}`, []] }, { $literal: [waitingEvent(announced, at)] }],
    },
  },
})

/** An inquiry as a request has it. A submission held as spam (`spam_reason`) must come without mails. */
export type NewSubmission = Pick<Submission, 'form_id' | 'request_id' | 'idempotency_key' | 'spam_reason'> & {
  keys: DedupeKeys
  fields: Record<string, string>
  mails: readonly { kind: MailKind; to: string }[]
  /** When it was received, if before now. */
  at?: Date
}

/** An equal message or a repeated request is recognized within this time. */
const duplicateWindow = hours(24)
/** An earlier message gives its key up within three attempts, also where fifty equal ones arrive at once. */
const maxAttempts = 5

/** Stored now, stored before by this very request, or stored before by another one. */
export type Acceptance = { outcome: 'stored' | 'repeated' | 'duplicate'; submission: Submission }

export type Sender = {
  /** Staff marked a message of this sender as spam and released none since. */
  marked: boolean
  /** A thank-you mail to this address was created in the last 24 hours. */
  thanked: boolean
}

type StoredSender = Sender & { _id: string }

export const unknownSender: Sender = { marked: false, thanked: false }

type Options = {
  now?: () => Date
  submissions?: ReturnType<typeof submissionModel>
  /** Called once an inquiry is stored. */
  onStored?: () => void
  /** Told of an inquiry that could not be stored with its key. */
  onError?: (error: Error) => void
}

/** Accepts submissions. `mailDomain` is the right side of their Message-IDs. */
export function submissionStore(connection: Connection, mailDomain: string, options: Options = {}) {
  const { now = () => new Date(), submissions = submissionModel(connection), onError = () => {}, onStored } = options
  const db = () => {
    if (!connection.db) throw databaseBusy()
    return connection.db
  }
  const isAnnounced = submissions.collection.name === inquiryTable
  const insert = insertCombined(db, submissions.collection.name)
  /** `false`: a unique index refuses it. */
  const isInserted = async (submission: Submission) => {
    const isNew = await unlessDuplicate(insert(submission))
    if (isNew) onStored?.()
    return isNew
  }
  /** Two facts by one call of the driver: every inquiry waits for it. */
  const readSenders = combineReads(
    async (emails) => {
      // `$mails.kind` would do, but not on every compatible server.
      const kinds = { $map: { input: { $ifNull: ['$mails', []] }, as: 'mail', in: '$$mail.kind' } }
      const since = new Date(now().getTime() - duplicateWindow)
      const isTrue = (...conditions: object[]) => ({ $max: { $and: conditions } })
      const pipeline = [
        { $match: { email: { $in: emails } } },
        {
          $group: {
            _id: '$email',
            marked: isTrue({ $eq: ['$spam', true] }, { $eq: ['$spam_reason', 'marked'] }),
            thanked: isTrue({ $gt: ['$created_at', since] }, { $in: ['thank_you', kinds] }),
          },
        },
      ]
      const options = { batchSize: emails.length + 1 }
      const found = await submissions.collection.aggregate<StoredSender>(pipeline, options).toArray()
      return new Map(found.map(({ _id, marked, thanked }) => [_id, { marked, thanked }]))
    },
    { gathers: true },
  )

  /** Typed and validated before; a mongoose document of it would double the work. */
  function newDocument(
    { fields, mails, idempotency_key, keys: _keys, at: _at, ...given }: NewSubmission,
    at: Date,
    dedupe_key?: string,
  ): Submission {
    const _id = new Types.ObjectId()
    const thread_key = randomBytes(16).toString('hex')
    const documentId = _id.toHexString()
    return {
      ...fields,
      ...given,
      _id,
      ...(idempotency_key && { idempotency_key }),
      ...(dedupe_key && { dedupe_key }),
      thread_key,
      mails: mails.map((mail) => outgoingMail({ documentId, threadKey: thread_key, ...mail }, { mailDomain, at })),
      mail_state: mails.length > 0 ? 'pending' : 'none',
      mail_error: null,
      replies: [],
      status: 'new',
      spam: given.spam_reason !== null,
      due_by: given.spam_reason ? null : new Date(at.getTime() + responseTime),
      reminded_at: null,
      answered_at: null,
      closed_at: null,
      created_at: at,
      updated_at: at,
      // One that is held is received when it is released.
      ...(isAnnounced &&
        !given.spam_reason && { [waitingEventsField]: [waitingEvent({ type: 'inquiry.received' }, at)] }),
    }
  }

  const isSame = ({ keys, fields }: NewSubmission, { dedupe_key, name = '' }: Submission) =>
    dedupe_key === keys.own || comparable(name) === comparable(fields['name'] ?? '')

  /** With this key, or which one to try next: what is too old has given its own up by then. */
  async function insertOnce(given: NewSubmission, key: string): Promise<Acceptance | { next: string }> {
    const { idempotency_key, keys } = given
    const at = given.at ?? now()
    const submission = newDocument(given, at, key)
    if (await isInserted(submission)) return { outcome: 'stored', submission }
    const holders = await submissions.find({ dedupe_key: { $in: Object.values(keys) } }).lean<Submission[]>()
    if (holders.some(({ _id }) => _id.equals(submission._id))) return { outcome: 'stored', submission }
    const since = at.getTime() - duplicateWindow
    const recent = holders.filter(({ created_at }) => created_at.getTime() > since)
    const earlier = recent.find((one) => isSame(given, one))
    if (earlier) {
      const repeated = idempotency_key !== undefined && earlier.idempotency_key === idempotency_key
      return { outcome: repeated ? 'repeated' : 'duplicate', submission: earlier }
    }
    for (const { _id } of holders.filter((one) => !recent.includes(one)))
      await submissions.updateOne({ _id }, { $unset: { dedupe_key: 1 } })
    // Somebody else has said the same, and keeps that key.
    return { next: recent.length > 0 ? keys.own : key }
  }

  /** The key is added where the database takes it now; the inquiry is stored either way. */
  async function insertWithoutKey(given: NewSubmission): Promise<Acceptance> {
    const submission = newDocument(given, given.at ?? now())
    const { _id } = submission
    if (!(await isInserted(submission)) && !(await submissions.exists({ _id })))
      throw databaseBusy(new Error('the database refuses an inquiry as a duplicate'))
    const dedupe_key = given.keys.own
    await submissions.updateOne({ _id }, { $set: { dedupe_key } }, { timestamps: false }).catch(onError)
    return { outcome: 'stored', submission }
  }

  return {
    prepare: () => submissions.createIndexes(),

    /**
     * Stores a message once: the unique index of `dedupe_key` decides between concurrent requests. A key older than the window is
     * removed from its document, so that the same message is accepted again the next day. Where the database refuses it
     * nevertheless, the message is stored without its key: one that may be repeated is better than one that is lost.
     */
    async insert(given: NewSubmission): Promise<Acceptance> {
      let key = given.keys.former ?? given.keys.own
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const accepted = await insertOnce(given, key)
        if ('outcome' in accepted) return accepted
        key = accepted.next
      }
      onError(new Error(`the database refuses the key of an inquiry as a duplicate, but has no inquiry with it`))
      return insertWithoutKey(given)
    },

    /** The sender by this address, as far as they are known. */
    sender: async (email: string): Promise<Sender> => (await readSenders(email)) ?? unknownSender,
  }
}

export type SubmissionStore = ReturnType<typeof submissionStore>
