import { randomBytes } from 'node:crypto'
import { hours } from '@app/contracts/durations'
import { waitingEventsField } from '@app/contracts/events'
import { inquiryTable, type MailKind, responseTime } from '@app/contracts/inquiries'
import { aggregateRaw, createBatchLoader, databaseBusy, isDuplicateKey } from '@app/mongo'
import { BSON } from 'mongodb'
import { type Connection, Types } from 'mongoose'
import { insertBatched } from './insert-batched'
import { outgoingMail } from './outgoing-mail'
import { type Submission, submissionModel } from './submission-document'
import { waitingEvent } from './waiting-event'

/** What a request contributes. A submission held as spam (`spam_reason`) must come without mails. */
export type NewSubmission = Pick<Submission, 'form_id' | 'request_id' | 'idempotency_key' | 'spam_reason'> & {
  dedupe_key: string
  fields: Record<string, string>
  mails: readonly { kind: MailKind; to: string }[]
  /** When it was received, if before now. */
  at?: Date
}

/** How long an equal message or a repeated request is recognized. */
const duplicateWindow = hours(24)
/** An earlier message gives its key up within two attempts, also where fifty equal ones arrive at once. */
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
  /** Told of an inquiry that could not be stored with its key. */
  onError?: (error: Error) => void
}

/** Accepts submissions. `mailDomain` is the right side of their Message-IDs. */
export function submissionStore(connection: Connection, mailDomain: string, options: Options = {}) {
  const { now = () => new Date(), submissions = submissionModel(connection), onError = () => {} } = options
  const db = () => {
    if (!connection.db) throw databaseBusy()
    return connection.db
  }
  const isAnnounced = submissions.collection.name === inquiryTable
  const insert = insertBatched(db, submissions.collection.name)
  /** `false`: a unique index refuses it. */
  const isInserted = (submission: Submission) =>
    insert(submission).then(
      () => true,
      (error) => {
        if (!isDuplicateKey(error)) throw error
        return false
      },
    )
  /** Two facts by one command of the driver: every inquiry waits for it. */
  const readSenders = createBatchLoader(
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
      const senders = await aggregateRaw(db(), submissions.collection.name, pipeline, { batchSize: emails.length + 1 })
      const found = senders.map((bytes) => BSON.deserialize(bytes) as StoredSender)
      return new Map(found.map(({ _id, marked, thanked }) => [_id, { marked, thanked }]))
    },
    { gathers: true },
  )

  /** Typed and validated before; a mongoose document of it would double the work. */
  function newDocument(
    { fields, mails, idempotency_key, at: _, ...given }: Omit<NewSubmission, 'dedupe_key'>,
    at: Date,
  ): Submission {
    const _id = new Types.ObjectId()
    const thread_key = randomBytes(16).toString('hex')
    const documentId = _id.toHexString()
    return {
      ...fields,
      ...given,
      _id,
      ...(idempotency_key && { idempotency_key }),
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

  /** `undefined`: the key was taken, and is given up by now. */
  async function insertOnce(given: NewSubmission): Promise<Acceptance | undefined> {
    const { dedupe_key, idempotency_key } = given
    const at = given.at ?? now()
    const submission = newDocument(given, at)
    if (await isInserted(submission)) return { outcome: 'stored', submission }
    const earlier = await submissions.findOne({ dedupe_key }).lean<Submission>()
    if (earlier?._id.equals(submission._id)) return { outcome: 'stored', submission }
    if (earlier && earlier.created_at.getTime() > at.getTime() - duplicateWindow) {
      const repeated = idempotency_key !== undefined && earlier.idempotency_key === idempotency_key
      return { outcome: repeated ? 'repeated' : 'duplicate', submission: earlier }
    }
    if (earlier) await submissions.updateOne({ _id: earlier._id }, { $unset: { dedupe_key: 1 } })
    return undefined
  }

  /** The key is added where the database takes it now; the inquiry is stored either way. */
  async function insertWithoutKey({ dedupe_key, ...given }: NewSubmission): Promise<Acceptance> {
    const submission = newDocument(given, given.at ?? now())
    const { _id } = submission
    if (!(await isInserted(submission)) && !(await submissions.exists({ _id })))
      throw databaseBusy(new Error('the database refuses an inquiry as a duplicate'))
    await submissions.updateOne({ _id }, { $set: { dedupe_key } }, { timestamps: false }).catch(onError)
    return { outcome: 'stored', submission }
  }

  return {
    prepare: () => submissions.createIndexes(),

    /**
     * Stores a message once: the unique `dedupe_key` decides between concurrent requests. A key older than the window is
     * removed from its document, so that the same message is accepted again the next day. Where the database refuses it
     * nevertheless, the message is stored without its key: one that may be repeated is better than one that is lost.
     */
    async insert(given: NewSubmission): Promise<Acceptance> {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const accepted = await insertOnce(given)
        if (accepted) return accepted
      }
      onError(new Error(`the database refuses the key of an inquiry as a duplicate, but has no inquiry with it`))
      return insertWithoutKey(given)
    },

    /** What is known of a sender by this address. */
    sender: async (email: string): Promise<Sender> => (await readSenders(email)) ?? unknownSender,
  }
}

export type SubmissionStore = ReturnType<typeof submissionStore>
