import { createHash, randomUUID } from 'node:crypto'
import { days } from '@app/contracts/durations'
import { AppError, type FieldErrors } from '@app/contracts/errors'
import {
  type Inquiry,
  type InquiryDetails,
  type InquiryStatus,
  type ReplyDraft,
  type ReplyDrafts,
  type ReplyRequest,
  undoSendTime,
} from '@app/contracts/inquiries'
import type { Message } from '@app/contracts/messages'
import type { DeliveryQueue } from '@app/mail'
import { databaseBusy } from '@app/mongo'
import type { Form, FormStore } from '../inquiries/form'
import { mailsFor, queueMails } from '../inquiries/inquiry-mails'
import { outgoingMail } from '../inquiries/outgoing-mail'
import type { SchoolValues } from '../inquiries/school-values'
import type { ServiceFacts } from '../inquiries/service-facts'
import type { SubmissionStore } from '../inquiries/submission'
import { type InquiryMail, type Reply, type Submission, visitorFields } from '../inquiries/submission-document'
import { fillTemplate, leftIn, placeholderValues } from '../settings/placeholders'
import type { InquiryStore } from './inquiry'
import { toInquiry } from './inquiry-presenter'
import { newestMessage } from './newest-message'
import { replyContent } from './reply-content'
import type { ReplyFiles } from './reply-files'
import { anyInterest, type ReplyTemplateStore } from './reply-template'

/** How far ahead a reply can be sent later. */
const maxAhead = days(365)
/** A colleague, or a mail of the visitor, may come in between as often. */
const maxAttempts = 5

/** Of the answers beside the messages, in bytes. */
const maxReplyTexts = 30_000

type Deps = {
  forms: Pick<FormStore, 'find'>
  submissions: Pick<SubmissionStore, 'sender'>
  inquiries: InquiryStore
  templates: Pick<ReplyTemplateStore, 'forInterest'>
  facts: Pick<ServiceFacts, 'forInterest'>
  school: () => Promise<SchoolValues>
  files: Pick<ReplyFiles, 'find'>
  mail: Pick<DeliveryQueue, 'deliver'>
  /** The last messages of an inquiry, or those before one of them. */
  messages: (inquiry: Submission, before?: string) => Promise<{ messages: Message[]; earlier: number }>
  /** All of them. */
  allMessages: (inquiry: Submission) => AsyncIterable<Message>
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

/** @throws AppError `conflict` with the newest message, when it is not the one that was seen */
function refuseUnseen(submission: Submission, seen: string | undefined): void {
  const { isOurs, ...newer } = newestMessage(submission)
  if (newer.id === seen) return
  const message = isOurs ? `${newer.by} has answered in the meantime.` : `${newer.by} has written again.`
  throw new AppError('conflict', message, undefined, { details: { newer } })
}

/** Until when a reply is held; `undefined`: it is sent at once. @throws AppError `invalid_input` */
function heldUntil({ undoable, sendAt }: ReplyRequest, at: Date): Date | undefined {
  if (!sendAt) return undoable ? new Date(at.getTime() + undoSendTime) : undefined
  const time = Date.parse(sendAt)
  if (time > at.getTime() && time < at.getTime() + maxAhead) return new Date(time)
  const message = 'Choose a time within the next year.'
  throw new AppError('invalid_input', message, { sendAt: message })
}

/** Who replies: `by` is shown, `person` is the owner of the draft that the reply replaces. */
type Author = { by: string; person: string; key: string | undefined; requestId: string }

/** What staff do with one inquiry. All mail goes through the outbox, like that of the visitor's submission. */
export function inquiryActions(deps: Deps) {
  const {
    forms,
    submissions,
    inquiries,
    templates,
    facts,
    school,
    files,
    mail,
    messages,
    allMessages,
    mailDomain,
    now = () => new Date(),
  } = deps

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
        const [subject, text] = [filled(template.subject), filled(template.text)]
        const missing = [...new Set([...subject.missing, ...text.missing])]
        return { ...{ id, title, missing }, ...(shortcut && { shortcut }), subject: subject.text, text: text.text }
      })
    },

    /** Records and sends an answer. Calls with the same `key` send one answer. */
    async reply(
      id: string,
      request: ReplyRequest,
      { by, person, key = randomUUID(), requestId }: Author,
    ): Promise<Inquiry> {
      const { subject, text } = request
      const name = `reply-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const submission = await existing(id)
        const { spam, email: to, mails, replies = [], thread_key: threadKey } = submission
        if (spam || !to) throw new AppError('conflict', 'Spam cannot be answered. Mark it as not spam first.')
        refusePlaceholders({ subject, text }, submission)
        const at = now()
        const about = { documentId: id, to, name, threadKey }
        const sent = outgoingMail({ ...about, kind: 'reply' }, { mailDomain, at, requestId })
        if (mails.some(({ message_id }) => message_id === sent.message_id)) return toInquiry(submission)
        const isChecked = request.seen !== undefined && !request.anyway
        if (isChecked) refuseUnseen(submission, request.seen)
        const held = heldUntil(request, at)
        const content = await replyContent(request, submission, files)
        const copies = (content.cc ?? []).map((copyTo, n) => {
          const copy = { ...about, kind: 'copy', to: copyTo, name: `${name}-${n}`, copyOf: sent.message_id } as const
          return outgoingMail(copy, { mailDomain, at, requestId })
        })
        const hold = (one: InquiryMail): InquiryMail => (held ? { ...one, since: held, due_at: held } : one)
        const reply = { message_id: sent.message_id, subject, text, ...content, by, at }
        const seen = isChecked && { replies: replies.length, incoming: submission.incoming?.length ?? 0 }
        const guard = { person, ...seen }
        const changed = await inquiries.answer(id, reply, [hold(sent), ...copies.map(hold)], guard)
        if (changed) return queued(changed, '', requestId)
        if (!isChecked) return toInquiry(await existing(id))
      }
      throw databaseBusy(new Error(`the inquiry ${id} was changed during each of ${maxAttempts} replies to it`))
    },

    /** Takes a reply back that is still held. Its text becomes the draft of its author. */
    async undoReply(id: string, messageId: string): Promise<{ inquiry: Inquiry; reply: Reply }> {
      const submission = await existing(id)
      const reply = submission.replies?.find(({ message_id }) => message_id === messageId)
      const isNewest = reply !== undefined && submission.replies?.at(-1) === reply
      const changed = reply && (await inquiries.withdraw(id, reply, isNewest))
      if (!changed) throw new AppError('conflict', 'This reply was sent already.')
      return { inquiry: toInquiry(changed), reply }
    },
  }
}

export type InquiryActions = ReturnType<typeof inquiryActions>
