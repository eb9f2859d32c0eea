import { randomUUID } from 'node:crypto'
import type { Gate } from '@app/concurrency/gate'
import { minutes, seconds } from '@app/contracts/durations'
import { mailKind } from '@app/contracts/inquiries'
import { suppressionText } from '@app/contracts/mail-addresses'
import {
  type DeliveryJob,
  type Mail,
  maxSendMs,
  type SendFailure,
  SendRefused,
  sendFailure,
  type Transport,
} from '@app/mail'
import { timeLimit } from '@app/mongo'
import { counter, durations } from '@app/telemetry'
import type { MailAddresses } from '../addresses/mail-addresses'
import type { OutgoingMail } from '../inquiries/submission-document'
import type { Claim, MailOwner, OutboxStore } from './outbox'

/** Delivery attempts by outcome. */
export const mails = counter('mails_total', 'Delivery attempts by kind of mail and outcome', {
  kind: [
    ...mailKind.options,
    'mailing',
    'login_code',
    'access_request',
    'new_device',
    'access_added',
    'codes_paused',
    'invitation',
    'invitation_refused',
    'webhook_stopped',
    'contact_changed',
    'audit_heads',
  ],
  // `retried`: failed, will be retried; `failed`: failed permanently; `dropped`: expired before it was sent.
  outcome: ['sent', 'retried', 'failed', 'dropped'],
})

const sending = durations(
  'mail_send_duration_seconds',
  'Time until the mail server accepted a mail, or until the attempt failed',
  { queue: ['delivery', 'sign-in'] },
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, maxSendMs / seconds(1)],
)

/** Measures a delivery attempt. */
export async function timed<Result>(queue: 'delivery' | 'sign-in', send: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  return send().finally(() => sending.observe({ queue }, performance.now() - startedAt))
}

/** A failed attempt that took at least this long has blocked a connection for others. */
const slowMs = seconds(3)
const rememberMs = minutes(10)

/**
 * Keeps connections available for recipients whose server responds: a recipient whose last mail failed slowly gets at most
 * one connection until a mail succeeds. The list is local to the process.
 */
export function slowRecipients(now = Date.now) {
  const suspects = new Map<string, { until: number; busy: boolean }>()
  return {
    /** False while this recipient's only connection is in use: try again later. */
    tryAcquire(recipient: string): boolean {
      const suspect = suspects.get(recipient)
      if (!suspect || now() > suspect.until) return true
      if (suspect.busy) return false
      suspect.busy = true
      return true
    },
    release(recipient: string, { failed, took }: { failed: boolean; took: number }): void {
      const suspect = suspects.get(recipient)
      if (!failed) suspects.delete(recipient)
      else if (suspect || took >= slowMs) suspects.set(recipient, { until: now() + rememberMs, busy: false })
      for (const [name, { until }] of suspects) if (until < now()) suspects.delete(name)
    },
  }
}

type SlowRecipients = ReturnType<typeof slowRecipients>

/**
 * Leaves out addresses that mailings do not go to: some are reported, or unsubscribe, while their mails wait. Mails that nobody can
 * unsubscribe from are sent to everyone.
 */
export const withoutSuppressed = (
  transport: Pick<Transport, 'send'>,
  addresses: Pick<MailAddresses, 'find'>,
): Pick<Transport, 'send'> => ({
  async send(mail) {
    const [suppressed] = mail.unsubscribe ? await addresses.find([mail.to.address]) : []
    if (suppressed) throw new SendRefused(`${suppressionText(suppressed)}.`)
    return transport.send(mail)
  },
})

/** Longer than a database needs to restart; after that the lease has expired and another worker may take the mail. */
const timeoutMs = minutes(5)
const retryPauseMs = seconds(0.5)

/**
 * Repeats `act` until it succeeds. What was sent must be recorded, and a job dropped while the database is unavailable
 * would have to be found again.
 */
export async function retry<Result>(
  act: () => Promise<Result>,
  pauseMs = retryPauseMs,
  now = Date.now,
): Promise<Result> {
  for (const end = now() + timeoutMs; ; ) {
    try {
      return await timeLimit(act())
    } catch (error) {
      if (now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** The mails of one collection, with the way to render them. */
export type MailSource<Owner extends MailOwner> = {
  outbox: OutboxStore<Owner>
  render: (claim: Claim<Owner>) => Promise<Mail>
  /** The reason why a mail may no longer be sent: its author has lost the right. */
  refusal?: (claim: Claim<Owner>) => Promise<string | undefined>
}

type Deps<Owner extends MailOwner> = {
  source: MailSource<Owner>
  transport: Pick<Transport, 'send'>
  slow: SlowRecipients
  /** More mails are claimed and rendered than are being sent, so that no connection waits for the database. */
  sending: Pick<Gate, 'enter'>
  log: { info(details: object, event: string): void; warn(details: object, event: string): void }
  /** Counts an attempt. */
  count?: (mail: { kind: OutgoingMail['kind']; outcome: 'sent' | 'retried' | 'failed' }) => void
  now?: () => number
}

/**
 * Sends one outgoing mail once: only the holder of the claim sends, and the outcome is recorded beside the mail. A job whose
 * mail is sent, claimed or deleted does nothing.
 */
export function deliverMail<Owner extends MailOwner>({
  source,
  transport,
  slow,
  sending,
  log,
  count = mails.add,
  now = Date.now,
}: Deps<Owner>) {
  const { outbox } = source

  async function render(claim: Claim<Owner>): Promise<Mail | SendFailure> {
    try {
      return await timeLimit(source.render(claim))
    } catch (err) {
      if (err instanceof SendRefused) return sendFailure(err)
      log.warn({ err }, 'mail rendering failed')
      return { permanent: false, reason: 'The mail could not be rendered.' }
    }
  }

  /** Sends a mail once a connection is free; `postponed` when the recipient is busy or the lease is about to expire. */
  async function send(mail: Mail, { until }: Claim<Owner>): Promise<SendFailure | 'sent' | 'postponed'> {
    const to = mail.recipient ?? mail.to.address
    const leave = await sending.enter()
    if (!leave) return 'postponed'
    try {
      // After a long wait or a pause of the process the lease may expire before the send ends.
      if (now() + maxSendMs > until || !slow.tryAcquire(to)) return 'postponed'
      const startedAt = now()
      const result = await timed('delivery', () => transport.send(mail)).then(() => 'sent' as const, sendFailure)
      slow.release(to, { failed: result !== 'sent', took: now() - startedAt })
      return result
    } finally {
      leave()
    }
  }

  return async (job: DeliveryJob): Promise<void> => {
    const { documentId, messageId, requestId } = job
    const lease = randomUUID()
    const claim = await retry(() => outbox.claim(documentId, messageId, lease))
    if (!claim) return
    const { kind, attempts: attempt } = claim.mail
    const refusal = await retry(async () => source.refusal?.(claim))
    if (refusal) {
      await retry(() => outbox.hold(claim, refusal))
      log.warn({ requestId, documentId, kind }, 'mail held')
      return
    }
    const mail = await render(claim)
    const result = 'reason' in mail ? mail : await send(mail, claim)
    if (result === 'postponed') return retry(() => outbox.postpone(claim))
    const details = { requestId, documentId, kind, attempt }
    if (result === 'sent') {
      await retry(() => outbox.sent(claim))
      count({ kind, outcome: 'sent' })
      log.info(details, 'mail sent')
    } else {
      const outcome = await retry(() => outbox.failed(claim, result))
      count({ kind, outcome })
      log.warn({ ...details, ...result }, 'mail delivery failed')
    }
  }
}
