import { hours, seconds } from '@app/contracts/durations'
import { isDuplicateKey } from '@app/mongo'
import { type Connection, Types } from 'mongoose'
import { insertTogether } from './insert-together'
import {
  type MailKind,
  type OutgoingMail,
  type StoredSubmission,
  type Submission,
  submissionModel,
  toSubmission,
} from './submission-document'

export type NewSubmission = Pick<Submission, 'formId' | 'fields' | 'requestId'> & {
  dedupeKey: string
  idempotencyKey: string | undefined
  mails: readonly { kind: MailKind; to: string }[]
}

/** How long an equal message, or a repeated request, is recognised. */
const duplicateWindow = hours(24)
/** A fresh mail is queued by the request; only when that failed is it due for the sweeper. */
const sweepAfter = seconds(10)

/** What became of a submission: stored now, stored before by this very request, or stored before by another one. */
export type Acceptance = { outcome: 'stored' | 'repeated' | 'duplicate'; submission: Submission }

/** Inquiries and the mails they caused. `mailDomain` ends the Message-IDs. */
export function submissionStore(connection: Connection, mailDomain: string, now = () => new Date()) {
  const submissions = submissionModel(connection)
  const insert = insertTogether(() => submissions.collection)

  const outgoing = (id: string, { kind, to }: { kind: MailKind; to: string }, at: Date): OutgoingMail => ({
    kind,
    message_id: `<${id}.${kind}@${mailDomain}>`,
    to,
    state: 'pending',
    attempts: 0,
    due_at: new Date(at.getTime() + sweepAfter),
    lease: null,
    last_error: null,
    sent_at: null,
  })

  return {
    prepare: () => submissions.createIndexes(),

    /**
     * Stores a message once: the unique `dedupe_key` decides between requests that race. A key older than the window is
     * taken off its document, so that the same words are welcome again the next day.
     */
    async insert({ formId, fields, requestId, dedupeKey, idempotencyKey, mails }: NewSubmission): Promise<Acceptance> {
      for (;;) {
        const at = now()
        const _id = new Types.ObjectId()
        const id = _id.toHexString()
        try {
          const submission = {
            ...fields,
            _id,
            form_id: formId,
            request_id: requestId,
            dedupe_key: dedupeKey,
            ...(idempotencyKey && { idempotency_key: idempotencyKey }),
            mails: mails.map((mail) => outgoing(id, mail, at)),
            created_at: at,
            updated_at: at,
          }
          // Every part is typed and checked by now; building a mongoose document of it would double the work.
          await insert(submission)
          return { outcome: 'stored', submission: toSubmission(submission) }
        } catch (error) {
          if (!isDuplicateKey(error)) throw error
        }
        const earlier = await submissions.findOne({ dedupe_key: dedupeKey }).lean<StoredSubmission>()
        if (earlier && earlier.created_at.getTime() > at.getTime() - duplicateWindow) {
          const same = idempotencyKey !== undefined && earlier.idempotency_key === idempotencyKey
          return { outcome: same ? 'repeated' : 'duplicate', submission: toSubmission(earlier) }
        }
        if (earlier) await submissions.updateOne({ _id: earlier._id }, { $unset: { dedupe_key: 1 } })
      }
    },

    /** True when a thank-you mail to this address was taken up in the last 24 hours. */
    thankedLately: async (email: string) =>
      (await submissions.exists({
        email,
        created_at: { $gt: new Date(now().getTime() - duplicateWindow) },
        'mails.kind': 'thank_you',
      })) !== null,
  }
}

export type SubmissionStore = ReturnType<typeof submissionStore>
