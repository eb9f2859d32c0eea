import type { Inquiry } from '@app/contracts/inquiries'
import type { Submission } from '../inquiries/submission-document'
import { newestMessage } from './newest-message'

const iso = (at: Date | null | undefined) => at?.toISOString() ?? null

/** A stored submission as staff receive it. Records that staff created by hand may lack fields. */
export const toInquiry = (stored: Submission): Inquiry => ({
  id: stored._id.toHexString(),
  status: stored.status ?? 'new',
  receivedAt: stored.created_at.toISOString(),
  dueBy: iso(stored.due_by),
  answeredAt: iso(stored.answered_at),
  spam: stored.spam ?? false,
  spamReason: stored.spam_reason ?? null,
  assignee: stored.assignee ?? null,
  snoozedUntil: iso(stored.snoozed_until),
  newest: newestMessage(stored).id,
  mailState: stored.mail_state ?? 'none',
  mailError: stored.mail_error ?? null,
  mails: stored.mails.map((mail) => ({
    messageId: mail.message_id,
    kind: mail.kind,
    to: mail.to,
    state: mail.state,
    attempts: mail.attempts,
    reason: mail.last_error,
    nextTryAt: mail.state === 'pending' ? iso(mail.due_at) : null,
    sentAt: iso(mail.sent_at),
  })),
  replies: (stored.replies ?? []).map(({ message_id, subject, text, by, at }) => ({
    messageId: message_id,
    subject,
    text,
    by,
    at: at.toISOString(),
  })),
})
