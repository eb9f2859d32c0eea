import { type WaitingEvent, waitingEventsField } from '@app/contracts/events'
import { type AskedField, askedFields, byField, contactFields } from '@app/contracts/forms'
import type { InboxRow } from '@app/contracts/inbox'
import {
  type InquiryStatus,
  inquiryTable,
  type MailKind,
  type MailsState,
  type SpamReason,
} from '@app/contracts/inquiries'
import { documentOptions } from '@app/mongo'
import { type Connection, Schema, type Types } from 'mongoose'

/** `held`: the right of its author ended before it was sent. */
type MailState = 'pending' | 'sending' | 'sent' | 'failed' | 'held'

/** One outgoing mail, kept inside the document that causes it so that both are written by one insert or not at all. */
export type OutgoingMail = {
  kind: MailKind | 'mailing'
  message_id: string
  to: string
  state: MailState
  /** Creation, or the last "send again": delivery is attempted for three days from here. */
  since: Date
  attempts: number
  /** Next attempt while pending, end of the lease while sending, else null. */
  due_at: Date | null
  lease: string | null
  last_error: string | null
  sent_at: Date | null
  /** The request that caused it, where it is not the submission's own. */
  request_id?: string
  /** The recipient's name, in a mailing. */
  name?: string
  /** The Message-ID of the reply that it carries to somebody else. */
  copy_of?: string
  /** W3C traceparent of that request, while tracing is on. */
  trace?: string
  /** Of an assignment: who assigned it, and how many others with it. */
  assigned?: { by: string; more: number }
  /** The person or service account that scheduled it: their right is checked again before it is sent. */
  author?: string
}

/** A file of a reply, by its id in the bucket. */
export type StoredReplyFile = { file: Types.ObjectId; name: string; type: string; size: number }

export type InquiryMail = OutgoingMail & { kind: MailKind }

/** An answer by staff. The outgoing mail with the same Message-ID carries it. */
export type Reply = {
  message_id: string
  subject: string
  text: string
  /** Recipients of copies, each by a mail of their own. */
  cc?: string[]
  files?: StoredReplyFile[]
  by: string
  /** The id of that person or service account. */
  by_id?: string
  /** The name that the visitor knows them by. */
  by_name?: string
  /** The message of the visitor that it answers, or its beginning, where it is not the first one. */
  answers?: { at: Date; text: string }
  at: Date
  /** Its former values, for an undo before it is sent. */
  former?: Pick<Former, 'status' | 'answered_at' | 'closed_at' | 'snoozed_until'>
}

/** A note of the team. Each mention is carried by the outgoing mail with the same Message-ID. */
export type StoredNote = {
  id: string
  text: string
  by: string
  at: Date
  mentions: { message_id: string; name: string }[]
}

/** The answer that one person is writing; it is kept until they send or clear it. */
export type StoredReplyDraft = {
  person: string
  by: string
  subject: string
  text: string
  /** As it is typed. */
  cc?: string
  files?: StoredReplyFile[]
  at: Date
}

/** Mails that came in before `from` was stored have none. */
export type NewestIn = { id: Types.ObjectId; at: Date; by: string; text: string; from?: NonNullable<InboxRow['from']> }

/** The values that the last action on an inquiry replaced, until the next one; for an undo. */
export type Former = {
  /** The job or the call that acted. */
  action: string
  /** Set instead of the rest once that action is undone. */
  is_undone?: true
  status: InquiryStatus | null
  spam: boolean | null
  spam_reason: SpamReason | null
  due_by: Date | null
  reminded_at: Date | null
  answered_at: Date | null
  closed_at: Date | null
  assignee: string | null
  snoozed_until: Date | null
  /** Mails that were dropped unsent. */
  dropped: InquiryMail[]
}

/** A visitor's message as it is stored: the one shape that the service and the worker share. */
export type Submission = Partial<Record<AskedField, string>> & {
  _id: Types.ObjectId
  form_id: string
  request_id: string
  dedupe_key?: string
  idempotency_key?: string
  mails: InquiryMail[]
  mail_state: MailsState
  mail_error: string | null
  mail_version?: number
  replies?: Reply[]
  status?: InquiryStatus
  spam?: boolean
  spam_reason: SpamReason | null
  /** End of the promised response time; null for spam. */
  due_by: Date | null
  reminded_at: Date | null
  answered_at: Date | null
  /** When it was answered for the first time, once the visitor has written again since. */
  first_answered_at?: Date | null
  closed_at: Date | null
  /** The id of the person who takes care of it. */
  assignee?: string | null
  /** Out of the views of open inquiries until then. */
  snoozed_until?: Date | null
  team_notes?: StoredNote[]
  reply_drafts?: StoredReplyDraft[]
  /** When one of the drafts was changed last. */
  drafted_at?: Date
  former?: Former
  /** Events that wait for their place in the feed. */
  [waitingEventsField]?: WaitingEvent<Types.ObjectId>[]
  /** The action that released an inquiry of the same sender, for which this one is no longer `marked`. */
  released_with?: string
  /** Makes the Message-IDs of its mails unguessable. Inquiries of earlier releases, and those that staff created, have none. */
  thread_key?: string
  /** The incoming mails of the conversation. */
  incoming?: Types.ObjectId[]
  /** The newest of them: its sender, and the beginning of its text. */
  newest_in?: NewestIn | null
  /** The search words of the conversation, as it was at `search_of`. With `search_due` it is read again from then on. */
  search_words?: string[]
  search_of?: Date
  /** Which form of the words this is, see `wordsForm`. */
  search_form?: number
  search_due?: Date
  created_at: Date
  updated_at: Date
}

/** Every field but the ones that mongoose adds has a type in the schema. */
type Paths<Of> = Record<Exclude<keyof Of, '_id' | 'created_at' | 'updated_at'>, unknown>

const required = { type: String, required: true }

const mailPaths = {
  kind: required,
  message_id: required,
  to: required,
  state: required,
  since: Date,
  attempts: { type: Number, required: true },
  due_at: Date,
  lease: String,
  last_error: String,
  sent_at: Date,
  request_id: String,
  name: String,
  copy_of: String,
  trace: String,
  assigned: Schema.Types.Mixed,
  author: String,
} satisfies Paths<OutgoingMail>

const replyPaths = {
  message_id: required,
  subject: required,
  text: required,
  cc: { type: [String], default: undefined },
  files: { type: [Schema.Types.Mixed], default: undefined },
  by: required,
  by_id: String,
  by_name: String,
  answers: Schema.Types.Mixed,
  at: { type: Date, required: true },
  former: Schema.Types.Mixed,
} satisfies Paths<Reply>

const embedded = { _id: false, strict: 'throw' } as const

const paths = {
  form_id: required,
  ...byField(askedFields, () => String),
  request_id: String,
  dedupe_key: String,
  idempotency_key: String,
  mails: [new Schema<OutgoingMail>(mailPaths, embedded)],
  mail_state: String,
  mail_error: String,
  mail_version: Number,
  replies: [new Schema<Reply>(replyPaths, embedded)],
  status: String,
  spam: Boolean,
  spam_reason: String,
  due_by: Date,
  reminded_at: Date,
  answered_at: Date,
  first_answered_at: Date,
  closed_at: Date,
  assignee: String,
  snoozed_until: Date,
  team_notes: [Schema.Types.Mixed],
  reply_drafts: [Schema.Types.Mixed],
  drafted_at: Date,
  former: Schema.Types.Mixed,
  released_with: String,
  [waitingEventsField]: { type: [Schema.Types.Mixed], default: undefined },
  thread_key: String,
  incoming: { type: [Schema.Types.ObjectId], default: undefined },
  newest_in: Schema.Types.Mixed,
  search_words: { type: [String], default: undefined },
  search_of: Date,
  search_form: Number,
  search_due: Date,
} satisfies Paths<Submission>

const schema = new Schema<Submission>(paths, { ...documentOptions, collection: inquiryTable })
schema.index({ dedupe_key: 1 }, { unique: true, partialFilterExpression: { dedupe_key: { $exists: true } } })
schema.index({ 'mails.due_at': 1 })
schema.index({ 'mails.state': 1 }, { partialFilterExpression: { 'mails.state': 'held' } })
schema.index({ email: 1, created_at: -1 })
schema.index({ status: 1, due_by: 1 })
schema.index({ 'replies.cc': 1 }, { sparse: true })
schema.index({ drafted_at: 1 }, { sparse: true })
// Admin-tables reads them several times a second.
schema.index({ [`${waitingEventsField}._id`]: 1 }, { sparse: true })

/** The answers of the visitor by field name; a missing value is an empty text. */
export const visitorFields = (submission: Partial<Submission>) =>
  byField(contactFields, (name) => submission[name] ?? '')

export const submissionModel = (connection: Connection) => connection.model<Submission>('Submission', schema)

/** Inquiries of the product to itself, separate from those of visitors: no screen of staff reads them. */
export const syntheticTable = 'synthetic_inquiries'
export const syntheticModel = (connection: Connection) =>
  connection.model<Submission>('SyntheticInquiry', schema, syntheticTable)
