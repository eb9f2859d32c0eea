import { seconds } from '@app/contracts/durations'
import type { MailKind } from '@app/contracts/inquiries'
import { currentTrace } from '@app/telemetry'
import type { OutgoingMail } from './submission-document'

/** A fresh mail is queued by the request; only when that failed is it due for the sweeper. */
const sweepAfter = seconds(10)

/**
 * A mail that waits to be sent. Its Message-ID never changes, so a repeated delivery is recognisable; `name` keeps several
 * of one kind apart.
 */
export function outgoingMail(
  { submissionId, kind, to, name = kind }: { submissionId: string; kind: MailKind; to: string; name?: string },
  { mailDomain, at, requestId }: { mailDomain: string; at: Date; requestId?: string },
): OutgoingMail {
  const trace = currentTrace()
  return {
    kind,
    message_id: `<${submissionId}.${name}@${mailDomain}>`,
    to,
    state: 'pending',
    since: at,
    attempts: 0,
    due_at: new Date(at.getTime() + sweepAfter),
    lease: null,
    last_error: null,
    sent_at: null,
    ...(requestId && { request_id: requestId }),
    ...(trace && { trace }),
  }
}
