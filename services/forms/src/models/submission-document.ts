import { documentOptions } from '@app/mongo'
import { type Connection, Schema, type Types } from 'mongoose'

export type MailKind = 'notification' | 'thank_you'
type MailState = 'pending' | 'sending' | 'sent' | 'failed'

/** One outgoing mail, kept inside the submission it belongs to: both are written by one insert or not at all. */
export type OutgoingMail = {
  kind: MailKind
  message_id: string
  to: string
  state: MailState
  attempts: number
  /** When somebody must look at it: the next try while pending, the end of the lease while sending, else null. */
  due_at: Date | null
  lease: string | null
  last_error: string | null
  sent_at: Date | null
}

/** A visitor's message as it was accepted. */
export type Submission = {
  id: string
  formId: string
  fields: Record<string, string>
  requestId: string
  receivedAt: Date
  mails: OutgoingMail[]
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
  created_at: Date
}

const mailSchema = new Schema<OutgoingMail>(
  {
    kind: { type: String, required: true },
    message_id: { type: String, required: true },
    to: { type: String, required: true },
    state: { type: String, required: true },
    attempts: { type: Number, required: true },
    due_at: Date,
    lease: String,
    last_error: String,
    sent_at: Date,
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
  },
  { ...documentOptions, collection: 'contact_submissions' },
)
schema.index({ dedupe_key: 1 }, { unique: true, partialFilterExpression: { dedupe_key: { $exists: true } } })
schema.index({ 'mails.due_at': 1 })
schema.index({ email: 1, created_at: -1 })

const fieldNames = ['name', 'email', 'interest', 'message'] as const

export const toSubmission = (stored: StoredSubmission): Submission => ({
  id: stored._id.toHexString(),
  formId: stored.form_id,
  fields: Object.fromEntries(fieldNames.map((name) => [name, stored[name] ?? ''])),
  requestId: stored.request_id,
  receivedAt: stored.created_at,
  mails: stored.mails,
})

/** The model behind both views of the collection: accepting messages and delivering their mails. */
export const submissionModel = (connection: Connection) => connection.model<StoredSubmission>('Submission', schema)
