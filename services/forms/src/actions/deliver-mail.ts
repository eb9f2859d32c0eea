import { randomUUID } from 'node:crypto'
import { type DeliveryJob, type Mail, maxSendMs, type SendFailure, sendFailure, type Transport } from '@app/mail'
import { timeLimit } from '@app/mongo'
import { mails, timed } from '../mail-metrics'
import type { FormStore } from '../models/form'
import type { Claim, OutboxStore } from '../models/outbox'
import { renderMail } from './render-mail'
import { retry } from './retry'
import type { Semaphore } from './semaphore'
import type { SlowRecipients } from './slow-recipients'

type Deps = {
  forms: Pick<FormStore, 'find'>
  outbox: Pick<OutboxStore, 'claim' | 'sent' | 'failed' | 'postpone'>
  transport: Pick<Transport, 'send'>
  slow: SlowRecipients
  sending: Pick<Semaphore, 'acquire' | 'release'>
  publicOrigin: string
  log: { info(details: object, event: string): void; warn(details: object, event: string): void }
  now?: () => number
}

/**
 * Sends one mail of a submission once: only the holder of the claim sends, and the outcome is recorded in the submission. A
 * job whose mail is sent, claimed or deleted does nothing.
 */
export function deliverMail({ forms, outbox, transport, slow, sending, publicOrigin, log, now = Date.now }: Deps) {
  async function render(claim: Claim): Promise<Mail | SendFailure> {
    try {
      const form = await timeLimit(forms.find(claim.submission.form_id))
      if (!form) throw new Error('There is no such form.')
      return renderMail(form, claim, publicOrigin)
    } catch (err) {
      log.warn({ err }, 'mail rendering failed')
      return { permanent: false, reason: 'The mail could not be rendered.' }
    }
  }

  /** Sends a mail once a connection is free; `postponed` when the recipient is busy or the lease is about to expire. */
  async function send(mail: Mail, { until }: Claim): Promise<SendFailure | 'sent' | 'postponed'> {
    const to = mail.to.address
    if (!(await sending.acquire())) return 'postponed'
    try {
      // After a long wait or a pause of the process the lease may expire before the send ends.
      if (now() + maxSendMs > until || !slow.tryAcquire(to)) return 'postponed'
      const startedAt = now()
      const result = await timed('delivery', () => transport.send(mail)).then(() => 'sent' as const, sendFailure)
      slow.release(to, { failed: result !== 'sent', took: now() - startedAt })
      return result
    } finally {
      sending.release()
    }
  }

  return async ({ submissionId, messageId, requestId }: DeliveryJob): Promise<void> => {
    const lease = randomUUID()
    const claim = await retry(() => outbox.claim(submissionId, messageId, lease))
    if (!claim) return
    const mail = await render(claim)
    const result = 'reason' in mail ? mail : await send(mail, claim)
    if (result === 'postponed') return retry(() => outbox.postpone(claim))
    const details = { requestId, submissionId, kind: claim.mail.kind, attempt: claim.mail.attempts }
    if (result === 'sent') {
      await retry(() => outbox.sent(claim))
      mails.add({ kind: claim.mail.kind, outcome: 'sent' })
      log.info(details, 'mail sent')
    } else {
      const outcome = await retry(() => outbox.failed(claim, result))
      mails.add({ kind: claim.mail.kind, outcome })
      log.warn({ ...details, ...result }, 'mail delivery failed')
    }
  }
}
