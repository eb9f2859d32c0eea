import type { Inquiry } from '@app/contracts/inquiries'
import type { NewerMessage } from '@app/contracts/replies'
import type { NewestIn, Submission } from '../inquiries/submission-document'

type Conversation = Pick<Submission, '_id' | 'name' | 'email' | 'message' | 'replies' | 'newest_in' | 'created_at'>

/** The newest message of a conversation. The first one is the inquiry itself. */
export function newestMessage({
  _id,
  name,
  email,
  message,
  replies,
  newest_in: incoming,
  created_at,
}: Conversation): NewerMessage & {
  isOurs: boolean
  from?: NewestIn['from']
} {
  const reply = replies?.at(-1)
  if (incoming && !(reply && reply.at > incoming.at)) {
    const { id, at, by, text, from } = incoming
    return { id: id.toHexString(), at: at.toISOString(), by, text, isOurs: false, ...(from && { from }) }
  }
  if (reply) return { id: reply.message_id, at: reply.at.toISOString(), by: reply.by, text: reply.text, isOurs: true }
  return {
    id: _id.toHexString(),
    at: created_at.toISOString(),
    by: name || email || '',
    text: message ?? '',
    isOurs: false,
  }
}

/** The last mail of the visitor; undefined where they have written nothing after the inquiry. */
export const answeredMessage = ({ newest_in: newest }: Pick<Submission, 'newest_in'>) =>
  newest ? { at: newest.at, text: newest.text } : undefined

/** The first line that says something, cut to the width of a list. */
export const firstLine = (text: string, max = 160): string => {
  const line = text.split('\n').find((one) => one.trim()) ?? ''
  return line.trim().slice(0, max)
}

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
