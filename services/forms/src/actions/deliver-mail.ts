import { randomUUID } from 'node:crypto'
import { type DeliveryJob, longestSend, type Mail, type SendFailure, sendFailure, type Transport } from '@app/mail'
import { timeLimit } from '@app/mongo'
import { mails, timed } from '../mail-metrics'
import type { FormStore } from '../models/form'
import type { Claim, OutboxStore } from '../models/outbox'
import { insist } from './insist'
import { renderMail } from './render-mail'
import type { SlowRecipients } from './slow-recipients'
import type { Turns } from './turns'

type Deps = {
  forms: Pick<FormStore, 'find'>
  outbox: Pick<OutboxStore, 'claim' | 'sent' | 'failed' | 'postpone'>
  transport: Pick<Transport, 'send'>
  gate: SlowRecipients
  turns: Pick<Turns, 'enter' | 'leave'>
  publicOrigin: string
  log: { info(details: object, event: string): void; warn(details: object, event: string): void }
  now?: () => number
}

/**
 * Sends one mail of a submission, once: only the holder of the claim sends, and the outcome is booked on the submission.
 * A job for a mail that is sent, taken or gone does nothing.
 */
export function deliverMail({ forms, outbox, transport, gate, turns, publicOrigin, log, now = Date.now }: Deps) {
  async function render(claim: Claim): Promise<Mail | SendFailure> {
    try {
      const form = await timeLimit(forms.find(claim.submission.formId))
      if (!form) throw new Error('There is no such form.')
      return renderMail(form, claim, publicOrigin)
    } catch (err) {
      log.warn({ err }, 'mail not made')
      return { permanent: false, reason: 'The mail could not be made.' }
    }
  }

  /** Sends a mail when it is its turn; `postponed` when its time has not come, or is over. */
  async function send(mail: Mail, { until }: Claim): Promise<SendFailure | 'sent' | 'postponed'> {
    const to = mail.to.address
    if (!(await turns.enter())) return 'postponed'
    try {
      // Waiting, or standing still, this process may have lost the time to send it before another one takes over.
      if (now() + longestSend > until || !gate.enter(to)) return 'postponed'
      const startedAt = now()
      const result = await timed('delivery', () => transport.send(mail)).then(() => 'sent' as const, sendFailure)
      gate.leave(to, { failed: result !== 'sent', took: now() - startedAt })
      return result
    } finally {
      turns.leave()
    }
  }

  return async ({ submissionId, messageId, requestId }: DeliveryJob): Promise<void> => {
    const lease = randomUUID()
    const claim = await insist(() => outbox.claim(submissionId, messageId, lease))
    if (!claim) return
    const mail = await render(claim)
    const result = 'reason' in mail ? mail : await send(mail, claim)
    if (result === 'postponed') return insist(() => outbox.postpone(claim))
    const details = { requestId, submissionId, kind: claim.mail.kind, attempt: claim.mail.attempts }
    if (result === 'sent') {
      await insist(() => outbox.sent(claim))
      mails.add({ kind: claim.mail.kind, outcome: 'sent' })
      log.info(details, 'mail sent')
    } else {
      const outcome = await insist(() => outbox.failed(claim, result))
      mails.add({ kind: claim.mail.kind, outcome })
      log.warn({ ...details, ...result }, 'mail not sent')
    }
  }
}
