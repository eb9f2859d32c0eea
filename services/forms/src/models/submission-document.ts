import type { InquiryStatus, MailKind, MailsState, SpamReason } from '@app/contracts/inquiries'
import { documentOptions } from '@app/mongo'
import { type Connection, Schema, type Types } from 'mongoose'

type MailState = 'pending' | 'sending' | 'sent' | 'failed'

/** One outgoing mail, kept inside the submission it belongs to: both are written by one insert or not at all. */
export type OutgoingMail = {
  kind: MailKind
  message_id: string
  to: string
  state: MailState
  /** When it was made, or sent again: from then on it is tried for three days. */
  since: Date
  attempts: number
  /** When somebody must look at it: the next try while pending, the end of the lease while sending, else null. */
  due_at: Date | null
  lease: string | null
  last_error: string | null
  sent_at: Date | null
  /** The request that caused it, where that is another one than the inquiry's own. */
  request_id?: string
  /** The trace of that request, while traces are collected. */
  trace?: string
}

/** What staff answered. It is mailed by the outgoing mail of the same Message-ID. */
export type Reply = { message_id: string; subject: string; text: string; by: string; at: Date }

/** A visitor's message as it was accepted. */
export type Submission = {
  id: string
  formId: string
  fields: Record<string, string>
  requestId: string
  receivedAt: Date
  dueBy: Date | null
  mails: OutgoingMail[]
  replies: Reply[]
}

/** The document as it is kept. */
export type StoredSubmission = {
  _id: Types.ObjectId
  form_id: string
  name?: string
  email?: string
  interest?: string
  message?: string
  request_id: string
  dedupe_key?: string
  idempotency_key?: string
  mails: OutgoingMail[]
  mail_state: MailsState
  mail_error: string | null
  replies: Reply[]
  status: InquiryStatus
  spam: boolean
  spam_reason: SpamReason | null
  /** When the promise breaks; nothing was promised to spam. */
  due_by: Date | null
  reminded_at: Date | null
  answered_at: Date | null
  closed_at: Date | null
  created_at: Date
  updated_at: Date
}

const mailSchema = new Schema<OutgoingMail>(
  {
    kind: { type: String, required: true },
    message_id: { type: String, required: true },
    to: { type: String, required: true },
    state: { type: String, required: true },
    since: Date,
    attempts: { type: Number, required: true },
    due_at: Date,
    lease: String,
    last_error: String,
    sent_at: Date,
    request_id: String,
    trace: String,
  },
  { _id: false, strict: 'throw' },
)

const replySchema = new Schema<Reply>(
  {
    message_id: { type: String, required: true },
    subject: { type: String, required: true },
    text: { type: String, required: true },
    by: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { _id: false, strict: 'throw' },
)

const schema = new Schema<StoredSubmission>(
  {
    form_id: { type: String, required: true },
    name: String,
    email: String,
    interest: String,
    message: String,
    request_id: String,
    dedupe_key: String,
    idempotency_key: String,
    mails: [mailSchema],
    mail_state: String,
    mail_error: String,
    replies: [replySchema],
    status: String,
    spam: Boolean,
    spam_reason: String,
    due_by: Date,
    reminded_at: Date,
    answered_at: Date,
    closed_at: Date,
  },
  { ...documentOptions, collection: 'contact_submissions' },
)
schema.index({ dedupe_key: 1 }, { unique: true, partialFilterExpression: { dedupe_key: { $exists: true } } })
schema.index({ 'mails.due_at': 1 })
schema.index({ email: 1, created_at: -1 })
schema.index({ status: 1, due_by: 1 })

const fieldNames = ['name', 'email', 'interest', 'message'] as const

export const toSubmission = (stored: StoredSubmission): Submission => ({
  id: stored._id.toHexString(),
  formId: stored.form_id,
  fields: Object.fromEntries(fieldNames.map((name) => [name, stored[name] ?? ''])),
  requestId: stored.request_id,
  receivedAt: stored.created_at,
  dueBy: stored.due_by ?? null,
  mails: stored.mails,
  replies: stored.replies ?? [],
})

/** The model behind both views of the collection: accepting messages and delivering their mails. */
export const submissionModel = (connection: Connection) => connection.model<StoredSubmission>('Submission', schema)
