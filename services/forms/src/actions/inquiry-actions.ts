import { createHash, randomUUID } from 'node:crypto'
import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { Inquiry, InquiryStatus, ReplyDraft, ReplyDrafts } from '@app/contracts/inquiries'
import type { DeliveryQueue } from '@app/mail'
import type { Form, FormStore } from '../models/form'
import type { InquiryStore } from '../models/inquiry'
import { toInquiry } from '../models/inquiry-presenter'
import { outgoingMail } from '../models/outgoing-mail'
import type { ReplyTemplateStore } from '../models/reply-template'
import type { ServiceFacts } from '../models/service-facts'
import type { SubmissionStore } from '../models/submission'
import { type Submission, visitorFields } from '../models/submission-document'
import { mailsFor } from './mails-for'
import { fillTemplate, leftIn, placeholderValues } from './placeholders'
import { queueMails } from './queue-mails'

type Deps = {
  forms: Pick<FormStore, 'find'>
  submissions: Pick<SubmissionStore, 'sender'>
  inquiries: InquiryStore
  templates: Pick<ReplyTemplateStore, 'forInterest'>
  facts: Pick<ServiceFacts, 'forInterest'>
  mail: Pick<DeliveryQueue, 'deliver'>
  mailDomain: string
  now?: () => Date
}

/** @throws AppError `invalid_input` when a placeholder was left without a value */
function refusePlaceholders(draft: ReplyDraft, submission: Submission): void {
  const fields: FieldErrors = {}
  for (const [field, value] of Object.entries(draft)) {
    const left = leftIn(value, visitorFields(submission)).map((name) => `{${name}}`)
    if (left.length > 0) fields[field] = `Replace ${left.join(', ')}: there is no value for it.`
  }
  const [first] = Object.values(fields)
  if (first) throw new AppError('invalid_input', first, fields)
}

/** What staff do with one inquiry. All mail goes through the outbox, like that of the visitor's submission. */
export function inquiryActions(deps: Deps) {
  const { forms, submissions, inquiries, templates, facts, mail, mailDomain, now = () => new Date() } = deps

  async function existing(id: string): Promise<Submission> {
    const found = await inquiries.find(id)
    if (!found) throw new AppError('not_found', 'There is no such inquiry.')
    return found
  }
  async function formOf({ form_id }: Submission): Promise<Form> {
    const form = await forms.find(form_id)
    if (!form) throw new AppError('not_found', 'The form of this inquiry was deleted.')
    return form
  }
  /** Queues the mails that a change added. @throws AppError `conflict` when nothing was changed */
  async function queued(changed: Submission | undefined, refusal: string, requestId: string): Promise<Inquiry> {
    if (!changed) throw new AppError('conflict', refusal)
    await queueMails(mail, changed, requestId)
    return toInquiry(changed)
  }

  return {
    read: async (id: string) => toInquiry(await existing(id)),

    async setStatus(id: string, status: InquiryStatus, action: string): Promise<Inquiry> {
      await existing(id)
      return toInquiry((await inquiries.setStatus(id, status, action)) ?? (await existing(id)))
    },

    async assign(id: string, person: string | null, action: string): Promise<Inquiry> {
      await existing(id)
      return toInquiry((await inquiries.assign(id, person, action)) ?? (await existing(id)))
    },

    /** Undoes the last action, or only the one that is named. What is to be sent again is queued. */
    async undo(id: string, requestId: string, action?: string): Promise<Inquiry> {
      return queued(await inquiries.undo(await existing(id), action), 'There is nothing to undo.', requestId)
    },

    /** What an action, a job or a call, has done to an inquiry last. */
    async stateAfter(id: string, action: string): Promise<'done' | 'undone' | undefined> {
      const former = (await inquiries.find(id))?.former
      if (former?.action !== action) return undefined
      return former.is_undone ? 'undone' : 'done'
    },

    async resend(id: string, requestId: string): Promise<Inquiry> {
      await existing(id)
      return queued(await inquiries.resend(id), 'There is no email to send again.', requestId)
    },

    async markAsSpam(id: string, action: string): Promise<Inquiry> {
      await existing(id)
      const changed = await inquiries.markAsSpam(id, action)
      if (!changed) throw new AppError('conflict', 'This inquiry is already held as spam, or it was answered.')
      return toInquiry(changed)
    },

    async release(id: string, requestId: string, action: string): Promise<Inquiry> {
      const submission = await existing(id)
      const [form, sender] = await Promise.all([formOf(submission), submissions.sender(submission.email ?? '')])
      const wanted = mailsFor(form, submission.email, sender)
      const mails = wanted.map((one) =>
        outgoingMail({ submissionId: id, ...one }, { mailDomain, at: now(), requestId }),
      )
      const changed = await inquiries.release(submission, mails, action)
      return queued(changed, 'This inquiry is not marked as spam.', requestId)
    },

    /** The matching reply templates, filled in with the visitor's values and the facts of the service. */
    async drafts(id: string): Promise<ReplyDrafts> {
      const submission = await existing(id)
      const values = await placeholderValues(await formOf(submission), submission, facts)
      return (await templates.forInterest(submission.interest ?? '')).map(({ id, title, ...template }) => {
        const [subject, text] = [fillTemplate(template.subject, values), fillTemplate(template.text, values)]
        const missing = [...new Set([...subject.missing, ...text.missing])]
        return { id, title, subject: subject.text, text: text.text, missing }
      })
    },

    /** Records and sends an answer. Calls with the same `key` send one answer. */
    async reply(
      id: string,
      { subject, text }: ReplyDraft,
      { by, key = randomUUID(), requestId }: { by: string; key: string | undefined; requestId: string },
    ): Promise<Inquiry> {
      const submission = await existing(id)
      const { spam, email: to } = submission
      if (spam || !to) throw new AppError('conflict', 'Spam cannot be answered. Mark it as not spam first.')
      refusePlaceholders({ subject, text }, submission)
      const name = `reply-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
      const at = now()
      const outgoing = outgoingMail({ submissionId: id, kind: 'reply', to, name }, { mailDomain, at, requestId })
      const reply = { message_id: outgoing.message_id, subject, text, by, at }
      const changed = await inquiries.answer(id, reply, outgoing)
      return changed ? queued(changed, '', requestId) : toInquiry(await existing(id))
    },
  }
}

export type InquiryActions = ReturnType<typeof inquiryActions>
