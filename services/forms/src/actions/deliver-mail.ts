import { AppError } from '@app/contracts/errors'
import { type DeliveryJob, type Mail, renderNotification, renderThankYou, sendFailure, type Transport } from '@app/mail'
import type { FieldDescriptor } from '@app/table-schema'
import type { Form, FormStore } from '../models/form'
import type { Claim, OutboxStore } from '../models/outbox'

type Deps = {
  forms: Pick<FormStore, 'find'>
  outbox: Pick<OutboxStore, 'claim' | 'sent' | 'failed'>
  transport: Pick<Transport, 'send'>
  publicOrigin: string
  log: { info(details: object, event: string): void; warn(details: object, event: string): void }
}

/** The label that people know a chosen option by. */
function labelOf(field: FieldDescriptor | undefined, value: string): string {
  const at = field?.enum?.indexOf(value) ?? -1
  return field?.enumNames?.[at] ?? value
}

function render(form: Form, { submission, mail }: Claim, publicOrigin: string): Mail {
  const { id, fields, receivedAt } = submission
  const labels = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, labelOf(form.fields.properties[name], value)]),
  )
  if (mail.kind === 'thank_you') {
    const content = renderThankYou({ subject: form.feedback_subject, template: form.feedback_template }, labels)
    const to = { name: fields.name ?? '', address: mail.to }
    return { ...content, messageId: mail.message_id, to, replyTo: { name: '', address: form.reply_to } }
  }
  const content = renderNotification({
    subjectTemplate: form.notification_subject,
    fields: Object.entries(form.fields.properties).map(([name, field]) => ({
      name,
      title: field.title ?? name,
      text: labels[name] ?? '',
    })),
    receivedAt,
    recordUrl: `${publicOrigin}/admin?table=contact_submissions&record=${id}`,
  })
  const replyTo = { name: fields.name ?? '', address: fields.email ?? '' }
  return { ...content, messageId: mail.message_id, to: { name: '', address: mail.to }, replyTo }
}

/**
 * Sends one mail of a submission, once: only the holder of the claim sends, and the outcome is booked on the submission.
 * A job for a mail that is sent, taken or gone does nothing.
 */
export const deliverMail =
  ({ forms, outbox, transport, publicOrigin, log }: Deps) =>
  async ({ submissionId, messageId, requestId }: DeliveryJob): Promise<void> => {
    const claim = await outbox.claim(submissionId, messageId)
    if (!claim) return
    const details = { requestId, submissionId, kind: claim.mail.kind, attempt: claim.mail.attempts }
    try {
      const form = await forms.find(claim.submission.formId)
      if (!form) throw new AppError('not_found', 'There is no such form.')
      await transport.send(render(form, claim, publicOrigin))
    } catch (error) {
      const failure = sendFailure(error)
      await outbox.failed(claim, failure)
      log.warn({ ...details, ...failure }, 'mail not sent')
      return
    }
    await outbox.sent(claim)
    log.info(details, 'mail sent')
  }
