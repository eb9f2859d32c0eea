import type { DeliveryJob, Mail, SendFailure } from '@app/mail'
import type { OutgoingMail } from '../inquiries/submission-document'
import type { Claim, MailOwner, OutboxStore } from './outbox'

/** A mail that this process has the right to send until `until`. */
export type ClaimedMail = Pick<OutgoingMail, 'kind' | 'attempts'> & {
  until: number
  render(): Promise<Mail>
  sent(): Promise<void>
  failed(failure: SendFailure): Promise<'failed' | 'retried'>
  postpone(): Promise<void>
}

export type MailSource = {
  claim(job: DeliveryJob, lease: string): Promise<ClaimedMail | undefined>
  /** Due mails, as jobs. */
  due(limit: number): Promise<DeliveryJob[]>
}

/** The mails of one collection, with the way to render them. */
export const mailSource = <Owner extends MailOwner>(
  outbox: Pick<OutboxStore<Owner>, 'claim' | 'sent' | 'failed' | 'postpone' | 'due'>,
  render: (claim: Claim<Owner>) => Promise<Mail>,
  source?: DeliveryJob['source'],
): MailSource => ({
  async claim({ documentId, messageId }, lease) {
    const claim = await outbox.claim(documentId, messageId, lease)
    if (!claim) return undefined
    const { kind, attempts } = claim.mail
    return {
      kind,
      attempts,
      until: claim.until,
      render: () => render(claim),
      sent: () => outbox.sent(claim),
      failed: (failure) => outbox.failed(claim, failure),
      postpone: () => outbox.postpone(claim),
    }
  },
  due: async (limit) => (await outbox.due(limit)).map((job) => ({ ...job, ...(source && { source }) })),
})
