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

/** Accepts submissions. `mailDomain` is the right side of their Message-IDs. */
export function submissionStore(
  connection: Connection,
  mailDomain: string,
  now = () => new Date(),
  submissions = submissionModel(connection),
) {
  const db = () => {
    if (!connection.db) throw databaseBusy()
    return connection.db
  }
  const isAnnounced = submissions.collection.name === inquiryTable
  const insert = insertBatched(db, submissions.collection.name)
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
  function newDocument({ fields, mails, idempotency_key, at: _, ...given }: NewSubmission, at: Date): Submission {
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

  return {
    prepare: () => submissions.createIndexes(),

    /**
     * Stores a message once: the unique `dedupe_key` decides between concurrent requests. A key older than the window is
     * removed from its document, so that the same message is accepted again the next day.
     */
    async insert(given: NewSubmission): Promise<Acceptance> {
      const { dedupe_key, idempotency_key } = given
      for (;;) {
        const at = given.at ?? now()
        const submission = newDocument(given, at)
        try {
          await insert(submission)
          return { outcome: 'stored', submission }
        } catch (error) {
          if (!isDuplicateKey(error)) throw error
        }
        const earlier = await submissions.findOne({ dedupe_key }).lean<Submission>()
        if (earlier?._id.equals(submission._id)) return { outcome: 'stored', submission }
        if (earlier && earlier.created_at.getTime() > at.getTime() - duplicateWindow) {
          const repeated = idempotency_key !== undefined && earlier.idempotency_key === idempotency_key
          return { outcome: repeated ? 'repeated' : 'duplicate', submission: earlier }
        }
        if (earlier) await submissions.updateOne({ _id: earlier._id }, { $unset: { dedupe_key: 1 } })
      }
    },

    /** What is known of a sender by this address. */
    sender: async (email: string): Promise<Sender> => (await readSenders(email)) ?? unknownSender,
  }
}

export type SubmissionStore = ReturnType<typeof submissionStore>
