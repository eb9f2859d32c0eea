import * as v from 'valibot'

/** How far staff are with an inquiry. The first two are open: the 24 hours run. */
export const inquiryStatus = v.picklist(['new', 'in_progress', 'answered', 'closed'])
export type InquiryStatus = v.InferOutput<typeof inquiryStatus>
export const openStatuses = ['new', 'in_progress'] as const satisfies InquiryStatus[]

/** Why an inquiry is held as spam: nobody was mailed, and nothing is thrown away. */
export const spamReason = v.picklist(['honeypot', 'too_fast', 'links', 'volume'])
export type SpamReason = v.InferOutput<typeof spamReason>

export const mailKind = v.picklist(['notification', 'thank_you', 'reply', 'reminder'])
export type MailKind = v.InferOutput<typeof mailKind>

/** The worst of an inquiry's mails: one that failed, else one on its way, else all are sent. */
export const mailsState = v.picklist(['none', 'pending', 'sent', 'failed'])
export type MailsState = v.InferOutput<typeof mailsState>

const instant = v.string()

/** `GET /api/forms/submissions/{id}`, and the answer of everything that changes one. Instants are ISO 8601 UTC. */
export const inquiry = v.object({
  id: v.string(),
  status: inquiryStatus,
  receivedAt: instant,
  dueBy: v.nullable(instant),
  answeredAt: v.nullable(instant),
  spam: v.boolean(),
  spamReason: v.nullable(spamReason),
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

/** `POST /api/forms/submissions/{id}/status`. */
export const statusChange = v.strictObject({ status: inquiryStatus })

const line = (title: string, most: number) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.trim(),
    v.minLength(1, `${title} is required`),
    v.maxLength(most, `${title} cannot exceed ${most} characters`),
  )

/** `POST /api/forms/submissions/{id}/reply`. The subject is a mail header: one line. */
export const replyDraft = v.strictObject({
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is refused.
  subject: v.pipe(line('Subject', 150), v.regex(/^[^\u0000-\u001f\u007f\u0085\u2028\u2029]*$/, 'Subject is not valid')),
  text: line('Text', 5_000),
})
export type ReplyDraft = v.InferOutput<typeof replyDraft>

/** `GET /api/forms/submissions/{id}/drafts`: the templates that fit, filled in. */
export const replyDrafts = v.array(
  v.object({ id: v.string(), title: v.string(), subject: v.string(), text: v.string() }),
)
export type ReplyDrafts = v.InferOutput<typeof replyDrafts>

/** `GET /api/forms/submissions/counters`. `dueSoon`: the promise breaks within two hours; `failed`: with a failed mail. */
export const inquiryCounters = v.object({
  new: v.number(),
  inProgress: v.number(),
  overdue: v.number(),
  dueSoon: v.number(),
  spam: v.number(),
  failed: v.number(),
})
export type InquiryCounters = v.InferOutput<typeof inquiryCounters>

/** `POST /api/forms/erasures`: everything this address ever wrote, and how much that was. */
export const erasure = v.strictObject({ email: v.string() })
export const erased = v.object({ success: v.literal(true), deleted: v.number() })
