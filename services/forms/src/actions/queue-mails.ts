import type { DeliveryQueue } from '@app/mail'
import type { Submission } from '../models/submission-document'

/** Queues the pending mails of a submission; false when some were not queued, which the sweep does later. */
export async function queueMails(
  mail: Pick<DeliveryQueue, 'deliver'>,
  { _id, mails }: Pick<Submission, '_id' | 'mails'>,
  requestId: string,
): Promise<boolean> {
  const pending = mails.filter(({ state }) => state === 'pending')
  const queued = await Promise.all(
    pending.map(({ message_id }) =>
      mail.deliver({ submissionId: _id.toHexString(), messageId: message_id, requestId }),
    ),
  )
  return queued.every(Boolean)
}
