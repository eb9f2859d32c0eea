import { seconds } from '@app/contracts/durations'
import type { MailKind } from '@app/contracts/inquiries'
import type { DeliveryQueue } from '@app/mail'
import type { Form } from './form'
import type { Sender } from './submission'
import type { Submission } from './submission-document'

/** The mails that a submission causes: to the school, and to the visitor where the form enables it. */
export function mailsFor(
  form: Form,
  visitor: string | undefined,
  { thanked }: Pick<Sender, 'thanked'>,
): { kind: MailKind; to: string }[] {
  const mails: { kind: MailKind; to: string }[] = []
  if (form.send_notification_email) mails.push({ kind: 'notification', to: form.notification_recipient })
  if (form.send_feedback_email && visitor && !thanked) mails.push({ kind: 'thank_you', to: visitor })
  return mails
}

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
