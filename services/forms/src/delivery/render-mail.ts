import { heardFromField } from '@app/contracts/forms'
import { inquiryTable } from '@app/contracts/inquiries'
import {
  type Address,
  type Letterhead,
  type Look,
  type Mail,
  type MailContent,
  renderAssignment,
  renderMailing,
  renderMention,
  renderNotification,
  renderReminder,
  renderReply,
  renderThankYou,
  withFooter,
} from '@app/mail'
import { firstName } from '@app/mail/templates/markup'
import { timeLimit } from '@app/mongo'
import { displayValues, type Form } from '../inquiries/form'
import { reportKey, withSubjectToken } from '../inquiries/outgoing-mail'
import type { SchoolValues } from '../inquiries/school-values'
import { type StoredReplyFile, type Submission, visitorFields } from '../inquiries/submission-document'
import { type StoredMailing, unsubscribeToken } from '../mailings/mailing'
import { studentNames } from '../mailings/new-mailing'
import type { StudentsOf } from '../reminders/lesson-reminders'
import type { LetterContent } from '../reminders/letter-content'
import type { ReminderContent } from '../reminders/render-reminder'
import type { Claim } from './outbox'

/** The value that is read. While it cannot be, the last known one, so that a login code does not depend on it. */
export function lastKnown<Value>(read: () => Promise<Value>, first: Value): () => Promise<Value> {
  let known = first
  return async () => {
    known = await timeLimit(read()).catch(() => known)
    return known
  }
}

/** The letterhead of mails, read once for each. Their sender has the configured name, else that of the school. */
export const schoolLetterhead =
  ({ name, address }: Address, read: () => Promise<Look>) =>
  async (): Promise<Letterhead> => {
    const look = await read()
    return { sender: { name: name || look.school, address }, look }
  }

const senderOf = ({ school, school_phone: phone }: SchoolValues) => ({ school, phone })

/** The mails of an inquiry before this one: references to them keep the thread together in mail programs. */
const mailsBefore = ({ mails }: Submission, messageId: string) =>
  mails.slice(
    0,
    mails.findIndex(({ message_id }) => message_id === messageId),
  )

/** An outgoing mail with its content, from the current submission and form. */
export async function renderMail(
  form: Form,
  { owner: submission, mail }: Claim<Submission>,
  publicOrigin: string,
  readFile: (file: StoredReplyFile['file'], size: number) => Promise<Buffer>,
  school: SchoolValues,
): Promise<Mail> {
  const signed = (content: MailContent) => withFooter(content, senderOf(school))
  const { created_at: receivedAt, due_by: dueBy } = submission
  const fields = visitorFields(submission)
  const labels = displayValues(form, { ...fields, [heardFromField]: submission.heard_from ?? '' })
  const { name = '', email = '', interest = '' } = labels
  const recordUrl = `${publicOrigin}/admin?table=${inquiryTable}&record=${submission._id.toHexString()}`
  const { thread_key: threadKey } = submission
  const envelope = {
    messageId: mail.message_id,
    to: { name: '', address: mail.to },
    ...(threadKey && { reportKey: reportKey(threadKey, mail.message_id) }),
  }
  const toVisitor = { ...envelope, to: { name, address: mail.to }, replyTo: { name: '', address: form.reply_to } }
  const earlier = mailsBefore(submission, mail.message_id).filter(
    // Those of the same recipient: the id of another's mail would let this one report on it.
    ({ kind, to }) => kind !== 'reminder' && kind !== 'mention' && kind !== 'assignment' && to === mail.to,
  )
  const references = earlier.map(({ message_id }) => message_id)

  switch (mail.kind) {
    case 'mailing':
      throw new Error('a submission has no mailings')
    case 'thank_you':
      return {
        ...toVisitor,
        autoSubmitted: 'auto-replied',
        ...renderThankYou(
          { subject: form.feedback_subject, template: form.feedback_template },
          { ...school, ...labels, first_name: firstName(name) },
        ),
      }
    case 'reply':
    case 'copy': {
      const replyId = mail.copy_of ?? mail.message_id
      const reply = submission.replies?.find(({ message_id }) => message_id === replyId)
      if (!reply) throw new Error('the reply has no text')
      const visitorMail = mail.copy_of ? submission.mails.find(({ message_id }) => message_id === replyId) : mail
      const attachments: NonNullable<Mail['attachments']>[number][] = []
      for (const { file, name: filename, type: contentType, size } of reply.files ?? [])
        attachments.push({ filename, contentType, content: await readFile(file, size) })
      return {
        ...toVisitor,
        to: { name, address: visitorMail?.to ?? email },
        recipient: mail.to,
        references,
        ...(reply.cc && { cc: reply.cc.map((address) => ({ name: '', address })) }),
        ...(attachments.length > 0 && { attachments }),
        ...(reply.by_name && school.school && { fromName: `${firstName(reply.by_name)} at ${school.school}` }),
        ...renderReply(
          { ...reply, subject: withSubjectToken(reply.subject, threadKey, submission._id.toHexString()) },
          reply.answers
            ? { message: reply.answers.text, receivedAt: reply.answers.at }
            : { message: fields.message, receivedAt },
        ),
      }
    }
    case 'reminder':
      return {
        ...envelope,
        references,
        autoSubmitted: 'auto-generated',
        replyTo: { name, address: email },
        ...signed(renderReminder({ name, email, interest, receivedAt, dueBy: dueBy ?? receivedAt, recordUrl })),
      }
    case 'mention': {
      const note = submission.team_notes?.find(({ mentions }) =>
        mentions.some(({ message_id }) => message_id === mail.message_id),
      )
      if (!note) throw new Error('the note has no text')
      const url = `${publicOrigin}/admin/inbox?open=${submission._id.toHexString()}`
      return {
        ...envelope,
        ...signed(renderMention({ by: note.by, about: name || email, email, text: note.text, url })),
      }
    }
    case 'assignment': {
      const { by = 'A colleague', more = 0 } = mail.assigned ?? {}
      const url = `${publicOrigin}/admin/inbox${more > 0 ? '?view=mine' : `?open=${submission._id.toHexString()}`}`
      return { ...envelope, ...signed(renderAssignment({ by, about: name || email, email, more, url })) }
    }
    case 'notification': {
      const content = renderNotification({
        subjectTemplate: form.notification_subject,
        // Optional fields are left out where visitors did not fill them in.
        fields: Object.entries(form.fields.properties).flatMap(([name, { title = name }]) => {
          const text = labels[name] ?? ''
          return text || form.fields.required?.includes(name) ? [{ name, title, text }] : []
        }),
        receivedAt,
        recordUrl,
      })
      return { ...envelope, autoSubmitted: 'auto-generated', replyTo: { name, address: email }, ...signed(content) }
    }
  }
}

/** One mail of a mailing. Answers go to the school; a notice that its address has changed has none. */
export async function renderMailingMail(
  { reply_to }: Form,
  { owner, mail }: Claim<StoredMailing>,
  publicOrigin: string,
  values: SchoolValues,
  { reminder, letter, students }: { reminder: ReminderContent; letter: LetterContent; students: StudentsOf },
): Promise<Mail> {
  const { name = '' } = mail
  const named = await students(owner, mail.to)
  const content = owner.reminder
    ? await reminder(owner.reminder, mail.to, values.school)
    : owner.letter
      ? await letter(owner.letter, mail.to)
      : owner
  const token = owner.is_notice ? undefined : unsubscribeToken(owner, mail.message_id)
  const unsubscribe = token && `${publicOrigin}/api/forms/unsubscribe?t=${token}`
  return {
    messageId: mail.message_id,
    to: { name, address: mail.to },
    ...(owner.thread_key && { reportKey: reportKey(owner.thread_key, mail.message_id) }),
    ...(!owner.is_notice && { replyTo: { name: '', address: reply_to } }),
    ...(unsubscribe && { unsubscribe }),
    ...((owner.reminder || owner.letter) && { autoSubmitted: 'auto-generated' as const }),
    ...renderMailing({ subject: content.subject, text: content.text, unsubscribe }, name, {
      values: { ...values, ...(named !== undefined && { [studentNames]: named }) },
      sender: senderOf(values),
    }),
  }
}
