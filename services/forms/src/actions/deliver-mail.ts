import { type DeliveryJob, type Mail, type SendFailure, sendFailure, type Transport } from '@app/mail'
import type { FormStore } from '../models/form'
import type { Claim, OutboxStore } from '../models/outbox'
import { timeLimit } from '../models/time-limit'
import { insist } from './insist'
import { renderMail } from './render-mail'
import type { SlowRecipients } from './slow-recipients'

type Deps = {
  forms: Pick<FormStore, 'find'>
  outbox: Pick<OutboxStore, 'claim' | 'sent' | 'failed' | 'postpone'>
  transport: Pick<Transport, 'send'>
  gate: SlowRecipients
  publicOrigin: string
  log: { info(details: object, event: string): void; warn(details: object, event: string): void }
  now?: () => number
}

/**
 * Sends one mail of a submission, once: only the holder of the claim sends, and the outcome is booked on the submission.
 * A job for a mail that is sent, taken or gone does nothing.
 */
export function deliverMail({ forms, outbox, transport, gate, publicOrigin, log, now = Date.now }: Deps) {
  async function send(claim: Claim): Promise<SendFailure | undefined> {
    let mail: Mail
    try {
      const form = await timeLimit(forms.find(claim.submission.formId))
      if (!form) throw new Error('There is no such form.')
      mail = renderMail(form, claim, publicOrigin)
    } catch (err) {
      log.warn({ err }, 'mail not made')
      return { permanent: false, reason: 'The mail could not be made.' }
    }
    // This process may have stood still since it claimed the mail; another one has it then.
    if (now() >= claim.until) return { permanent: false, reason: 'The worker stood still for too long.' }
    return transport.send(mail).then(() => undefined, sendFailure)
  }

  return async ({ submissionId, messageId, requestId }: DeliveryJob): Promise<void> => {
    const claim = await timeLimit(outbox.claim(submissionId, messageId))
    if (!claim) return
    const { to, kind, attempts } = claim.mail
    if (!gate.enter(to)) return timeLimit(outbox.postpone(claim))
    const details = { requestId, submissionId, kind, attempt: attempts }
    const startedAt = now()
    const failure = await send(claim)
    gate.leave(to, { failed: failure !== undefined, took: now() - startedAt })
    await insist(() => (failure ? outbox.failed(claim, failure) : outbox.sent(claim)))
    if (failure) log.warn({ ...details, ...failure }, 'mail not sent')
    else log.info(details, 'mail sent')
  }
}
