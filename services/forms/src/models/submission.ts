import { hours } from '@app/contracts/durations'
import type { MailKind, SpamReason } from '@app/contracts/inquiries'
import { isDuplicateKey } from '@app/mongo'
import { type Connection, Types } from 'mongoose'
import { insertTogether } from './insert-together'
import { outgoingMail } from './outgoing-mail'
import { type StoredSubmission, type Submission, submissionModel, toSubmission } from './submission-document'

export type NewSubmission = Pick<Submission, 'formId' | 'fields' | 'requestId'> & {
  dedupeKey: string
  idempotencyKey: string | undefined
  mails: readonly { kind: MailKind; to: string }[]
  /** Why it is held; it must come without mails then. */
  spamReason: SpamReason | undefined
}

/** How long an equal message, or a repeated request, is recognised. */
const duplicateWindow = hours(24)
/** What every visitor is told: "We will respond within 24 hours." */
export const promise = hours(24)

/** What became of a submission: stored now, stored before by this very request, or stored before by another one. */
export type Acceptance = { outcome: 'stored' | 'repeated' | 'duplicate'; submission: Submission }

/** Inquiries and the mails they caused. `mailDomain` ends the Message-IDs. */
export function submissionStore(connection: Connection, mailDomain: string, now = () => new Date()) {
  const submissions = submissionModel(connection)
  const insert = insertTogether(() => submissions.collection)

  return {
    prepare: () => submissions.createIndexes(),

    /**
     * Stores a message once: the unique `dedupe_key` decides between requests that race. A key older than the window is
     * taken off its document, so that the same words are welcome again the next day.
     */
    async insert(given: NewSubmission): Promise<Acceptance> {
      const { formId, fields, requestId, dedupeKey, idempotencyKey, mails, spamReason } = given
      for (;;) {
        const at = now()
        const _id = new Types.ObjectId()
        const submissionId = _id.toHexString()
        try {
          const submission: StoredSubmission = {
            ...fields,
            _id,
            form_id: formId,
            request_id: requestId,
            dedupe_key: dedupeKey,
            ...(idempotencyKey && { idempotency_key: idempotencyKey }),
            mails: mails.map((mail) => outgoingMail({ submissionId, ...mail }, { mailDomain, at })),
            mail_state: mails.length > 0 ? 'pending' : 'none',
            mail_error: null,
            replies: [],
            status: 'new',
            spam: spamReason !== undefined,
            spam_reason: spamReason ?? null,
            due_by: spamReason ? null : new Date(at.getTime() + promise),
            reminded_at: null,
            answered_at: null,
            closed_at: null,
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
