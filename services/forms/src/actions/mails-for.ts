import type { MailKind } from '@app/contracts/inquiries'
import type { Form } from '../models/form'
import type { Sender } from '../models/submission'

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
