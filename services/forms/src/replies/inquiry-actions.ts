import { createHash, randomUUID } from 'node:crypto'
import { AppError, conflict, notFound } from '@app/contracts/errors'
import type { Inquiry, InquiryDetails, InquiryStatus } from '@app/contracts/inquiries'
import type { Message } from '@app/contracts/messages'
import type { ReplyDrafts, ReplyRequest } from '@app/contracts/replies'
import type { DeliveryQueue } from '@app/mail'
import { databaseBusy } from '@app/mongo'
import type { MailBudget } from '../addresses/mail-budget'
import type { Form, FormStore } from '../inquiries/form'
import { mailsFor, queueMails } from '../inquiries/inquiry-mails'
import { outgoingMail } from '../inquiries/outgoing-mail'
import type { SchoolValues, ServiceFacts } from '../inquiries/school-values'
import type { SubmissionStore } from '../inquiries/submission'
import type { InquiryMail, Reply, Submission } from '../inquiries/submission-document'
import { fillTemplate, placeholderValues } from '../settings/form-settings'
import { type Assigner, assignmentMail } from './colleagues'
import { existingInquiry, type InquiryStore } from './inquiry'
import { answeredMessage, toInquiry } from './newest-message'
import { checkedReply, type ProvenSenders, refusePlaceholders, refuseUnseen } from './reply-checks'
import type { ReplyFiles } from './reply-files'
import { anyInterest, type ReplyTemplateStore } from './reply-template'

/** A colleague, or a mail of the visitor, may come in between as often. */
const maxAttempts = 5

/** Of the answers beside the messages, in bytes. */
const maxReplyTexts = 30_000

export type InquiryActionDeps = {
  forms: Pick<FormStore, 'find'>
  submissions: Pick<SubmissionStore, 'sender'>
  inquiries: InquiryStore
  templates: Pick<ReplyTemplateStore, 'forInterest'>
  facts: Pick<ServiceFacts, 'forInterest'>
  school: () => Promise<SchoolValues>
  files: Pick<ReplyFiles, 'find'>
  mail: Pick<DeliveryQueue, 'deliver'>
  budget: Pick<MailBudget, 'take' | 'giveBack'>
  provenSenders: ProvenSenders
  /** The Message-IDs of mails of an inquiry that mail servers have returned since they were sent last. */
  returned: (inquiry: Submission) => Promise<string[]>
  /** The last messages of an inquiry, or those before one of them. */
  messages: (inquiry: Submission, before?: string) => Promise<{ messages: Message[]; earlier: number }>
  /** All of them. */
  allMessages: (inquiry: Submission) => AsyncIterable<Message>
  /** Finds a person who can sign in. */
  person: (id: string) => Promise<{ email: string; disabled?: true } | undefined>
  mailDomain: string
  now?: () => Date
}

/** The author of a reply: `by` is shown, `person`, or the service account, is the owner of the draft that the reply replaces. */
type Author = {
  by: string
  /** The name by which the visitor knows them, where there is one. */
  name?: string | null | undefined
  person: string
  isAccount?: boolean | undefined
  key: string | undefined
  requestId: string
}

/** Actions of staff on one inquiry. All mail goes through the outbox, like that of the visitor's submission. */
export function inquiryActions(deps: InquiryActionDeps) {
  const {
    forms,
    submissions,
    inquiries,
    templates,
    facts,
    school,
    files,
    mail,
    budget,
    provenSenders,
    returned,
    messages,
    allMessages,
    person: find,
    mailDomain,
    now = () => new Date(),
  } = deps

  const existing = (id: string) => existingInquiry(inquiries, id)
  async function formOf({ form_id }: Submission): Promise<Form> {
    const form = await forms.find(form_id)
    if (!form) throw notFound('The form of this inquiry was deleted.')
    return form
  }
  /** Queues the mails that a change added. @throws AppError `conflict` when nothing was changed */
  async function queued(changed: Submission | undefined, refusal: string, requestId: string): Promise<Inquiry> {
    if (!changed) throw new AppError('conflict', refusal)
    await queueMails(mail, changed, requestId)
    return toInquiry(changed)
  }

  return {
    async read(id: string, before?: string): Promise<InquiryDetails> {
      const submission = await existing(id)
      const inquiry = toInquiry(submission)
      // The messages hold what was answered; here are the latest answers, as far as there is room.
      let left = maxReplyTexts
      const replies = inquiry.replies.toReversed().map((reply) => {
        left -= Buffer.byteLength(reply.text)
        return left >= 0 ? reply : { ...reply, text: '' }
      })
      replies.reverse()
      return { ...inquiry, replies, ...(await messages(submission, before)) }
    },

    /** An inquiry with its complete conversation, for an export. */
    async readWhole(id: string): Promise<{ inquiry: Inquiry; messages: AsyncIterable<Message> }> {
      const submission = await existing(id)
      return { inquiry: toInquiry(submission), messages: allMessages(submission) }
    },

    async setStatus(id: string, status: InquiryStatus, action: string): Promise<Inquiry> {
      await existing(id)
      return toInquiry((await inquiries.setStatus(id, status, action)) ?? (await existing(id)))
    },

    /**
     * Assigns an inquiry. The colleague gets one mail a day about it, unless they took it themselves; it waits as long as an undo is
     * offered. `assigner`: nobody is told without one.
     */
    async assign(id: string, person: string | null, action: string, assigner?: Assigner): Promise<Inquiry> {
      await existing(id)
      const colleague = assigner && person && person !== assigner.id ? await find(person) : undefined
      const at = now()
      const mails = colleague
        ? [assignmentMail(id, { id: person!, email: colleague.email }, assigner!, { mailDomain, at })]
        : []
      return toInquiry((await inquiries.assign(id, person, action, mails)) ?? (await existing(id)))
    },

    /** Undoes the last action, or only the one that is named. What is to be sent again is queued. */
    async undo(id: string, requestId: string, action?: string): Promise<Inquiry> {
      return queued(await inquiries.undo(await existing(id), action), 'There is nothing to undo.', requestId)
    },

    /** The last effect of an action, a job or a call, on an inquiry. */
    async stateAfter(id: string, action: string): Promise<'done' | 'undone' | undefined> {
      const former = (await inquiries.find(id))?.former
      if (former?.action !== action) return undefined
      return former.is_undone ? 'undone' : 'done'
    },

    /** Sends what has failed or waits again; of one message also what came back. */
    async resend(id: string, person: string, requestId: string, message?: string): Promise<Inquiry> {
      const submission = await existing(id)
      const came = message === undefined ? [] : await returned(submission)
      const ofMessage = submission.mails.filter((one) => one.message_id === message || one.copy_of === message)
      const only = message !== undefined && {
        message,
        returned: ofMessage.flatMap(({ message_id }) => (came.includes(message_id) ? message_id : [])),
      }
      return queued(
        await inquiries.resend(id, person, only || undefined),
        'There is no email to send again.',
        requestId,
      )
    },

    async markAsSpam(id: string, action: string): Promise<Inquiry> {
      await existing(id)
      const changed = await inquiries.markAsSpam(id, action)
      if (!changed) throw conflict('This inquiry is already held as spam, or it was answered.')
      return toInquiry(changed)
    },

    async release(id: string, requestId: string, action: string): Promise<Inquiry> {
      const submission = await existing(id)
      const [form, sender] = await Promise.all([formOf(submission), submissions.sender(submission.email ?? '')])
      const wanted = mailsFor(form, submission.email, sender)
      const mails = wanted.map((one) =>
        outgoingMail(
          { documentId: id, threadKey: submission.thread_key, ...one },
          { mailDomain, at: now(), requestId },
        ),
      )
      const changed = await inquiries.release(submission, mails, action)
      return queued(changed, 'This inquiry is not marked as spam.', requestId)
    },

    /**
     * The matching reply templates, or all, the matching ones first, filled in with the visitor's values and the facts of the service
     * that a template is about.
     */
    async drafts(id: string, isAll: boolean): Promise<ReplyDrafts> {
      const submission = await existing(id)
      const { interest: own = '' } = submission
      const [form, found, ofSchool] = await Promise.all([
        formOf(submission),
        templates.forInterest(own, isAll),
        school(),
      ])
      const about = (interest: string) => (interest === anyInterest ? own : interest)
      const interests = [...new Set(found.map(({ interest }) => about(interest)))]
      const valuesFor = (interest: string) => placeholderValues(form, { ...submission, interest }, facts, ofSchool)
      const values = new Map(
        await Promise.all(interests.map(async (interest) => [interest, await valuesFor(interest)] as const)),
      )
      return found.map(({ id, title, shortcut, interest, ...template }) => {
        const filled = (text: string) => fillTemplate(text, values.get(about(interest)) ?? {})
        const subject = filled(template.subject)
        const text = filled(template.text)
        const missing = [...new Set([...subject.missing, ...text.missing])]
        return { id, title, missing, ...(shortcut && { shortcut }), subject: subject.text, text: text.text }
      })
    },

    /** Records and sends an answer. Calls with the same `key` send one answer. */
    async reply(
      id: string,
      request: ReplyRequest,
      { by, name: byName, person, isAccount, key = randomUUID(), requestId }: Author,
    ): Promise<Inquiry> {
      const { subject, text } = request
      const name = `reply-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
      let taken: string | undefined
      try {
        for (let attempt = 0; attempt < maxAttempts; attempt++) {
          const submission = await existing(id)
          const { spam, email: to, mails, replies = [], thread_key: threadKey } = submission
          if (spam || !to) throw conflict('Spam cannot be answered. Mark it as not spam first.')
          refusePlaceholders({ subject, text }, submission)
          const at = now()
          const about = { documentId: id, to, name, threadKey }
          const sent = outgoingMail({ ...about, kind: 'reply' }, { mailDomain, at, requestId })
          if (mails.some(({ message_id }) => message_id === sent.message_id)) return toInquiry(submission)
          const isChecked = request.seen !== undefined && !request.anyway
          if (isChecked) refuseUnseen(submission, request.seen)
          const { held, content } = await checkedReply(request, submission, at, { files, isAccount, provenSenders })
          const { cc = [] } = content
          taken = sent.message_id
          await budget.take({
            id: sent.message_id,
            kind: 'reply',
            recipients: 1 + cc.length,
            by: { id: person, isAccount },
          })
          const copies = cc.map((copyTo, n) => {
            const copy = { ...about, kind: 'copy', to: copyTo, name: `${name}-${n}`, copyOf: sent.message_id } as const
            return outgoingMail(copy, { mailDomain, at, requestId })
          })
          const hold = (one: InquiryMail): InquiryMail =>
            held ? { ...one, since: held, due_at: held, author: person } : one
          const answers = answeredMessage(submission)
          const reply = {
            message_id: sent.message_id,
            subject,
            text,
            by,
            by_id: person,
            at,
            ...content,
            ...(byName && { by_name: byName }),
            ...(answers && { answers }),
          }
          const seen = isChecked && { replies: replies.length, incoming: submission.incoming?.length ?? 0 }
          const guard = { person, ...seen }
          const changed = await inquiries.answer(id, reply, [hold(sent), ...copies.map(hold)], guard)
          if (changed) return queued(changed, '', requestId)
          if (!isChecked) return toInquiry(await existing(id))
        }
        throw databaseBusy(new Error(`the inquiry ${id} was changed during each of ${maxAttempts} replies to it`))
      } catch (error) {
        // Nothing was stored, so nothing is counted.
        if (taken && error instanceof AppError && error.status < 500) await budget.giveBack(taken)
        throw error
      }
    },

    /** Takes a reply back that is still held. Its text becomes the draft of its author. */
    async undoReply(id: string, messageId: string): Promise<{ inquiry: Inquiry; reply: Reply }> {
      const submission = await existing(id)
      const reply = submission.replies?.find(({ message_id }) => message_id === messageId)
      const isNewest = reply !== undefined && submission.replies?.at(-1) === reply
      const changed = reply && (await inquiries.withdraw(id, reply, isNewest))
      if (!changed) throw conflict('This reply was sent already.')
      await budget.giveBack(messageId)
      return { inquiry: toInquiry(changed), reply }
    },
  }
}

export type InquiryActions = ReturnType<typeof inquiryActions>
