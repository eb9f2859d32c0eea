import type { DeliveryJob, Mail, SendFailure } from '@app/mail'
import type { OutgoingMail } from '../inquiries/submission-document'
import type { Claim, MailOwner, OutboxStore } from './outbox'

/** A mail that this process has the right to send until `until`. */
export type ClaimedMail = Pick<OutgoingMail, 'kind' | 'attempts'> & {
  /** Why it may not be sent any more: the right of whoever had it wait has ended. */
  refusal(): Promise<string | undefined>
  until: number
  render(): Promise<Mail>
  sent(): Promise<void>
  failed(failure: SendFailure): Promise<'failed' | 'retried'>
  postpone(): Promise<void>
  /** Keeps it for staff. */
  hold(reason: string): Promise<void>
}

export type MailSource = {
  claim(job: DeliveryJob, lease: string): Promise<ClaimedMail | undefined>
  /** Due mails, as jobs. */
  due(limit: number): Promise<DeliveryJob[]>
}

/** The mails of one collection, with the way to render them. */
export const mailSource = <Owner extends MailOwner>(
  outbox: Pick<OutboxStore<Owner>, 'claim' | 'sent' | 'failed' | 'postpone' | 'hold' | 'due'>,
  render: (claim: Claim<Owner>) => Promise<Mail>,
  source?: DeliveryJob['source'],
  refusal: (claim: Claim<Owner>) => Promise<string | undefined> = async () => undefined,
): MailSource => ({
  async claim({ documentId, messageId }, lease) {
    const claim = await outbox.claim(documentId, messageId, lease)
    if (!claim) return undefined
    const { kind, attempts } = claim.mail
    return {
      kind,
      attempts,
      until: claim.until,
      refusal: () => refusal(claim),
      hold: (reason) => outbox.hold(claim, reason),
      render: () => render(claim),
      sent: () => outbox.sent(claim),
      failed: (failure) => outbox.failed(claim, failure),
      postpone: () => outbox.postpone(claim),
    }
  },
  due: async (limit) => (await outbox.due(limit)).map((job) => ({ ...job, ...(source && { source }) })),
})
