import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '@app/contracts/errors'
import type { Inquiry, InquiryStatus, ReplyDraft, ReplyDrafts } from '@app/contracts/inquiries'
import type { DeliveryQueue } from '@app/mail'
import { fill } from '@app/mail/templates/markup'
import type { Form, FormStore } from '../models/form'
import type { Found, InquiryStore } from '../models/inquiry'
import { outgoingMail } from '../models/outgoing-mail'
import type { ReplyTemplateStore } from '../models/reply-template'
import type { SubmissionStore } from '../models/submission'
import { mailsFor } from './mails-for'
import { queueMails } from './queue-mails'
import { labelsOf } from './render-mail'

type Deps = {
  forms: Pick<FormStore, 'find'>
  submissions: Pick<SubmissionStore, 'thankedLately'>
  inquiries: InquiryStore
  templates: Pick<ReplyTemplateStore, 'fitting'>
  mail: Pick<DeliveryQueue, 'deliver'>
  mailDomain: string
  now?: () => Date
}

/** What staff do with one inquiry. Everything that sends goes through the outbox, like the visitor's own message. */
export function workOnInquiry(deps: Deps) {
  const { forms, submissions, inquiries, templates, mail, mailDomain, now = () => new Date() } = deps

  async function existing(id: string): Promise<Found> {
    const found = await inquiries.find(id)
    if (!found) throw new AppError('not_found', 'There is no such inquiry.')
    return found
  }
  async function formOf({ submission }: Found): Promise<Form> {
    const form = await forms.find(submission.formId)
    if (!form) throw new AppError('not_found', 'The form of this inquiry is gone.')
    return form
  }
  async function sending(changed: Found | undefined, refusal: string, requestId: string): Promise<Inquiry> {
    if (!changed) throw new AppError('conflict', refusal)
    await queueMails(mail, changed.submission, requestId)
    return changed.inquiry
  }

  return {
    read: async (id: string) => (await existing(id)).inquiry,

    async setStatus(id: string, status: InquiryStatus): Promise<Inquiry> {
      await existing(id)
      return ((await inquiries.setStatus(id, status)) ?? (await existing(id))).inquiry
    },

    async resend(id: string, requestId: string): Promise<Inquiry> {
      await existing(id)
      return sending(await inquiries.resend(id), 'There is no mail to send again.', requestId)
    },

    async release(id: string, requestId: string): Promise<Inquiry> {
      const found = await existing(id)
      const { submission } = found
      const wanted = await mailsFor(await formOf(found), submission.fields.email, submissions)
      const mails = wanted.map((one) =>
        outgoingMail({ submissionId: id, ...one }, { mailDomain, at: now(), requestId }),
      )
      return sending(await inquiries.release(submission, mails), 'This inquiry is not marked as spam.', requestId)
    },

    /** The prepared answers that fit, filled in with what the visitor wrote. */
    async drafts(id: string): Promise<ReplyDrafts> {
      const found = await existing(id)
      const { fields } = found.submission
      const values = labelsOf(await formOf(found), fields)
      return (await templates.fitting(fields.interest ?? '')).map(({ id, title, subject, text }) => ({
        id,
        title,
        subject: fill(subject, values),
        text: fill(text, values),
      }))
    },

    /** Sends and records an answer. With the same `key` it is the same answer, however often it comes. */
    async reply(
      id: string,
      { subject, text }: ReplyDraft,
      { by, key = randomUUID(), requestId }: { by: string; key: string | undefined; requestId: string },
    ): Promise<Inquiry> {
      const found = await existing(id)
      const to = found.submission.fields.email
      if (found.inquiry.spam || !to) throw new AppError('conflict', 'Spam is not answered. Mark it as no spam first.')
      const name = `reply-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
      const at = now()
      const outgoing = outgoingMail({ submissionId: id, kind: 'reply', to, name }, { mailDomain, at, requestId })
      const reply = { message_id: outgoing.message_id, subject, text, by, at }
      const changed = await inquiries.answer(id, reply, outgoing)
      return changed ? sending(changed, '', requestId) : (await existing(id)).inquiry
    },
  }
}

export type InquiryWork = ReturnType<typeof workOnInquiry>
