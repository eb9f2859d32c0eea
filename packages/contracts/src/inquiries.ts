import * as v from 'valibot'
import { hours } from './durations'
import { message } from './messages'

/** The table of the inquiries, which the forms service owns. */
export const inquiryTable = 'contact_submissions'

/**
 * Counts the changes of an inquiry's mails, which leave `updated_at` alone. Each of them increments it, and a removal compares
 * it: an inquiry in the trash is as it was last.
 */
export const mailVersionField = 'mail_version'

/** Fields of stored inquiries that only the forms service and its worker use: no table may show them. */
export const hiddenInquiryFields = [
  'mails',
  mailVersionField,
  'replies',
  'reminded_at',
  'closed_at',
  'dedupe_key',
  'idempotency_key',
  'request_id',
  'form_id',
  'assignee',
  'former',
  'released_with',
  'snoozed_until',
  'team_notes',
  'reply_drafts',
  'drafted_at',
  'thread_key',
  'incoming',
  'newest_in',
  'search_words',
  'search_of',
  'search_form',
  'search_due',
] as const

/** Hidden fields that an inquiry needs when staff create it by hand. */
export const newInquiryFields = { form_id: 'contact_form', mails: [], replies: [] } as const

/** The promise on the page: "We will respond within 24 hours." */
export const responseTime = hours(24)
/** An open inquiry is due soon, and the school is reminded, this long before its response time ends. */
export const reminderLead = hours(2)

/** The progress of staff with an inquiry. The first two are open: the response time is running. */
export const inquiryStatus = v.picklist(['new', 'in_progress', 'answered', 'closed'])
export type InquiryStatus = v.InferOutput<typeof inquiryStatus>
export const openStatuses = ['new', 'in_progress'] as const satisfies InquiryStatus[]

/**
 * Why an inquiry is held as spam: it sends no mail, and it is kept for review. `marked`: by staff, which also holds later
 * messages of the sender (`sender`) until one of them is released.
 */
export const spamReason = v.picklist(['honeypot', 'too_fast', 'links', 'volume', 'marked', 'sender'])
export type SpamReason = v.InferOutput<typeof spamReason>

export const mailKind = v.picklist(['notification', 'thank_you', 'reply', 'copy', 'reminder', 'mention', 'assignment'])
export type MailKind = v.InferOutput<typeof mailKind>

/** The worst state among an inquiry's mails: `failed`, else `pending`, else `sent`. */
const mailsState = v.picklist(['none', 'pending', 'sent', 'failed'])
export type MailsState = v.InferOutput<typeof mailsState>

const instant = v.string()

/** The response of everything that changes an inquiry. Instants are ISO 8601 UTC. */
export const inquiry = v.object({
  id: v.string(),
  status: inquiryStatus,
  receivedAt: instant,
  dueBy: v.nullable(instant),
  answeredAt: v.nullable(instant),
  spam: v.boolean(),
  spamReason: v.nullable(spamReason),
  /** The id of the person who takes care of it; services of earlier releases leave it out. */
  assignee: v.optional(v.nullable(v.string())),
  /** Out of the views of the inbox until then. */
  snoozedUntil: v.optional(v.nullable(instant)),
  /** The id of the newest message of the conversation, which a reply names as the last one it has seen. */
  newest: v.optional(v.string()),
  mailState: mailsState,
  mailError: v.nullable(v.string()),
  mails: v.array(
    v.object({
      messageId: v.string(),
      kind: mailKind,
      to: v.string(),
      /** `held`: the right of its author ended before it was sent; staff decide. */
      state: v.picklist(['pending', 'sending', 'sent', 'failed', 'held']),
      attempts: v.number(),
      reason: v.nullable(v.string()),
      nextTryAt: v.nullable(instant),
      sentAt: v.nullable(instant),
    }),
  ),
  replies: v.array(
    v.object({ messageId: v.string(), subject: v.string(), text: v.string(), by: v.string(), at: instant }),
  ),
})
export type Inquiry = v.InferOutput<typeof inquiry>

/**
 * `GET /api/forms/submissions/{id}`: with the last messages of the conversation, oldest first; the very first is what the visitor wrote in
 * the form. `earlier` says how many come before them. Services of earlier releases leave both out.
 */
export const inquiryDetails = v.object({
  ...inquiry.entries,
  messages: v.optional(v.array(message)),
  earlier: v.optional(v.number()),
})
export type InquiryDetails = v.InferOutput<typeof inquiryDetails>

/** `POST /api/forms/submissions/{id}/status`. */
export const statusChange = v.strictObject({ status: inquiryStatus })

/**
 * `POST /api/forms/submissions/{id}/resend`: the id of a message to send that one alone, with its copies, also where it came back. Without
 * it every mail that has failed, waits or is held is sent.
 */
export const resending = v.strictObject({ message: v.optional(v.pipe(v.string(), v.maxLength(200))) })

/** `GET /api/forms/submissions/counters`. `dueSoon`: due within two hours; `failed`: with a failed mail. */
export const inquiryCounters = v.object({
  new: v.number(),
  inProgress: v.number(),
  overdue: v.number(),
  dueSoon: v.number(),
  spam: v.number(),
  failed: v.number(),
})
export type InquiryCounters = v.InferOutput<typeof inquiryCounters>
