import * as v from 'valibot'
import { hours, seconds } from './durations'
import { emailText } from './email-text'
import { message } from './messages'
import { objectIdPattern } from './object-id'
import { maxCopies, maxReplyFiles, tooManyFiles } from './reply-files'
import { writtenLine, writtenText } from './written-text'

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
  'search_due',
] as const

/** Hidden fields that an inquiry needs when staff create it by hand. */
export const newInquiryFields = { form_id: 'contact_form', mails: [], replies: [] } as const

/** The promise on the page: "We will respond within 24 hours." */
export const responseTime = hours(24)
/** An open inquiry is due soon, and the school is reminded, this long before its response time ends. */
export const reminderLead = hours(2)

/** How far staff are with an inquiry. The first two are open: the response time is running. */
export const inquiryStatus = v.picklist(['new', 'in_progress', 'answered', 'closed'])
export type InquiryStatus = v.InferOutput<typeof inquiryStatus>
export const openStatuses = ['new', 'in_progress'] as const satisfies InquiryStatus[]

/**
 * Why an inquiry is held as spam: it sends no mail, and it is kept for review. `marked`: by staff, which also holds later
 * messages of the sender (`sender`) until one of them is released.
 */
export const spamReason = v.picklist(['honeypot', 'too_fast', 'links', 'volume', 'marked', 'sender'])
export type SpamReason = v.InferOutput<typeof spamReason>

export const mailKind = v.picklist(['notification', 'thank_you', 'reply', 'copy', 'reminder', 'mention'])
export type MailKind = v.InferOutput<typeof mailKind>

/** The worst state among an inquiry's mails: `failed`, else `pending`, else `sent`. */
export const mailsState = v.picklist(['none', 'pending', 'sent', 'failed'])
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
      state: v.picklist(['pending', 'sending', 'sent', 'failed']),
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

/** What can be done with several inquiries at once. */
export const inquiryAction = v.picklist(['spam', 'not-spam', 'close', 'assign'])
export type InquiryAction = v.InferOutput<typeof inquiryAction>

/** Inquiries of one batch, at most. */
export const maxInquiries = 10_000
/** Ids that fit into a request; a query has no such limit. */
export const maxInquiryIds = 500

/** `POST /api/forms/submissions/batches`. `query` is a list query, `expected` the total that was shown for it. */
export const inquiryBatch = v.pipe(
  v.strictObject({
    action: inquiryAction,
    ids: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.regex(objectIdPattern))),
        v.minLength(1),
        v.maxLength(maxInquiryIds, `Give at most ${maxInquiryIds} ids, or a query`),
      ),
    ),
    query: v.optional(v.pipe(v.string(), v.maxLength(4_096))),
    expected: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    /** Who takes care of them; `null`: nobody. */
    person: v.optional(v.nullable(v.pipe(v.string(), v.regex(objectIdPattern)))),
  }),
  v.check(({ ids, query }) => (ids === undefined) !== (query === undefined), 'Give either ids or a query'),
  v.check(
    ({ action, person }) => (action === 'assign') === (person !== undefined),
    'Give a person to assign inquiries to, and only then',
  ),
)
export type InquiryBatch = v.InferOutput<typeof inquiryBatch>

/** In characters. */
export const maxReplyLength = { subject: 150, text: 5_000 } as const

/** `POST /api/forms/submissions/{id}/reply`. The subject is a mail header: one line. */
export const replyDraft = v.strictObject({
  subject: writtenLine('Subject', maxReplyLength.subject),
  text: writtenText('Text', maxReplyLength.text),
})
export type ReplyDraft = v.InferOutput<typeof replyDraft>

/** How long a reply waits that can still be undone. */
export const undoSendTime = seconds(10)

/** The body of that call: a draft, and how it is sent. */
export const replyRequest = v.strictObject({
  ...replyDraft.entries,
  /** Who else gets it: each sees the others and the visitor. */
  cc: v.optional(v.pipe(v.array(emailText), v.maxLength(maxCopies, `At most ${maxCopies} people get a copy`))),
  /** The ids of uploaded files. */
  files: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.regex(objectIdPattern))), v.maxLength(maxReplyFiles, tooManyFiles)),
  ),
  /** The newest message that its author has seen. A newer one refuses the reply, unless `anyway`. */
  seen: v.optional(v.pipe(v.string(), v.maxLength(200))),
  anyway: v.optional(v.boolean()),
  /** Holds the mail for ten seconds, in which it can be undone. */
  undoable: v.optional(v.boolean()),
  /** Holds the mail until then. */
  sendAt: v.optional(v.pipe(v.string(), v.isoTimestamp('This is not a time'))),
})
export type ReplyRequest = v.InferOutput<typeof replyRequest>

/** What a refused reply is told: the message that arrived while it was written. */
export const newerMessage = v.object({
  newer: v.object({ id: v.string(), at: instant, by: v.string(), text: v.string() }),
})
export type NewerMessage = v.InferOutput<typeof newerMessage>['newer']

/**
 * `GET /api/forms/submissions/{id}/drafts`: the matching templates, filled in. `missing` names placeholders without a value:
 * they are left in the text, and it cannot be sent before they are replaced.
 */
export const replyDrafts = v.array(
  v.object({
    id: v.string(),
    title: v.string(),
    /** What is typed after `;` to get the text. */
    shortcut: v.optional(v.string()),
    subject: v.string(),
    text: v.string(),
    missing: v.array(v.string()),
  }),
)
export type ReplyDrafts = v.InferOutput<typeof replyDrafts>

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

/** `POST /api/forms/erasures`: deletes everything of this address and returns the numbers of inquiries and students. */
export const erasure = v.strictObject({ email: emailText })
export const erased = v.object({ success: v.literal(true), deleted: v.number(), students: v.number() })
