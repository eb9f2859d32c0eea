import { createHmac } from 'node:crypto'
import { seconds } from '@app/contracts/durations'
import type { MailKind } from '@app/contracts/inquiries'
import { currentTrace } from '@app/telemetry'
import type { OutgoingMail } from './submission-document'

/**
 * The request queues a new mail itself, within 300 ms; the sweep takes over when that failed. This is what an outage of Redis adds
 * to a mail, with the pause between two sweeps.
 */
const sweepAfterMs = seconds(3)

const macLength = 20

/** The part of a Message-ID by which an answer proves that its sender has received the mail. Ids of inquiries can be guessed. */
export const threadMac = (threadKey: string, documentId: string, name: string) =>
  createHmac('sha256', threadKey).update(`${documentId}.${name}`).digest('hex').slice(0, macLength)

/**
 * A pending mail. Its Message-ID never changes, so a repeated delivery is recognizable; `name` distinguishes several of one
 * kind.
 */
export function outgoingMail<Kind extends MailKind | 'mailing'>(
  {
    documentId,
    kind,
    to,
    name = kind,
    threadKey,
    copyOf,
  }: {
    documentId: string
    kind: Kind
    to: string
    name?: string
    threadKey?: string | undefined
    copyOf?: string
  },
  { mailDomain, at, requestId }: { mailDomain: string; at: Date; requestId?: string },
): OutgoingMail & { kind: Kind } {
  const trace = currentTrace()
  const mac = threadKey ? `.${threadMac(threadKey, documentId, name)}` : ''
  return {
    kind,
    message_id: `<${documentId}.${name}${mac}@${mailDomain}>`,
    to,
    state: 'pending',
    since: at,
    attempts: 0,
    due_at: new Date(at.getTime() + sweepAfterMs),
    lease: null,
    last_error: null,
    sent_at: null,
    ...(copyOf && { copy_of: copyOf }),
    ...(requestId && { request_id: requestId }),
    ...(trace && { trace }),
  }
}
