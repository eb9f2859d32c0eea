import { seconds } from '@app/contracts/durations'
import type { DeliveryQueue } from '@app/mail'
import type { Submission } from '../models/submission-document'

/** Due sooner than this, a mail need not wait for the sweep. */
const soonMs = seconds(5)

/**
 * Queues the pending mails of a submission that are due; false when some were not queued, which the sweep does later. It also queues
 * those that are held.
 */
export async function queueMails(
  mail: Pick<DeliveryQueue, 'deliver'>,
  { _id, mails }: Pick<Submission, '_id' | 'mails'>,
  requestId: string,
): Promise<boolean> {
  const pending = mails.filter(({ state, due_at }) => state === 'pending' && !(Number(due_at) > Date.now() + soonMs))
  const queued = await Promise.all(
    pending.map(({ message_id }) => mail.deliver({ documentId: _id.toHexString(), messageId: message_id, requestId })),
  )
  return queued.every(Boolean)
}
