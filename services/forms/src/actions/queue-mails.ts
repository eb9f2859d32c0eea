import type { DeliveryQueue } from '@app/mail'
import type { Submission } from '../models/submission-document'

/** Tries to queue what waits in a submission; false when the queue did not take all of it, which the sweeper does later. */
export async function queueMails(
  mail: Pick<DeliveryQueue, 'deliver'>,
  { id, mails }: Pick<Submission, 'id' | 'mails'>,
  requestId: string,
): Promise<boolean> {
  const waiting = mails.filter(({ state }) => state === 'pending')
  const queued = await Promise.all(
    waiting.map(({ message_id }) => mail.deliver({ submissionId: id, messageId: message_id, requestId })),
  )
  return queued.every(Boolean)
}
