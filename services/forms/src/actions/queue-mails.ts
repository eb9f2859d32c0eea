import type { MailQueue } from '@app/mail'
import type { Submission } from '../models/submission-document'

/** Tries to queue what waits in a submission; whatever the queue does not take now, the sweeper queues later. */
export async function queueMails(
  mail: Pick<MailQueue, 'deliver'>,
  { id, mails }: Pick<Submission, 'id' | 'mails'>,
  requestId: string,
): Promise<void> {
  const waiting = mails.filter(({ state }) => state === 'pending')
  await Promise.all(
    waiting.map(({ message_id }) => mail.deliver({ submissionId: id, messageId: message_id, requestId })),
  )
}
