import type { Attachment, Message } from '@app/contracts/messages'
import { toInquiry } from '../models/inquiry-presenter'
import type { NewestIn, Submission } from '../models/submission-document'
import { visitorFields } from '../models/submission-document'
import type { InboundMail, StoredAttachment } from './models/inbound-mail'

const fileUrl = (mail: string, file: string) => `/api/forms/inbound/${mail}/files/${file}`

const toAttachment = (mail: InboundMail, { name, type, size, file }: StoredAttachment): Attachment => ({
  ...{ name, type, size },
  url: file && fileUrl(mail._id.toHexString(), file.toHexString()),
})

/** An incoming mail as staff receive it. One that could not be read has its raw form as an attachment. */
export function toMessage(mail: InboundMail): Message {
  const readable = mail.readable ?? false
  const raw: StoredAttachment = { name: 'mail.eml', type: 'message/rfc822', size: mail.size, file: mail.raw }
  return {
    id: mail._id.toHexString(),
    direction: 'in',
    at: mail.received_at.toISOString(),
    from: mail.from ?? { name: '', address: mail.sender },
    to: mail.to ?? [],
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? null,
    quoted: mail.quoted ?? '',
    attachments: [...(mail.attachments ?? []), ...(readable ? [] : [raw])].map((one) => toAttachment(mail, one)),
    state: readable ? 'received' : 'unreadable',
    automated: mail.automated ?? false,
    note: mail.note ?? null,
    bounce: null,
  }
}

/** What an inquiry keeps of its newest mail. */
export const newestOf = ({ _id, received_at, from, sender, text, subject }: InboundMail): NewestIn => ({
  id: _id,
  at: received_at,
  by: from?.name || from?.address || sender,
  text: text || subject || '',
})

const plain = { html: null, quoted: '', attachments: [], automated: false, note: null, bounce: null }

function bounceOf(messageId: string, incoming: readonly InboundMail[]): Message['bounce'] {
  const found = incoming.findLast(({ bounce }) => bounce?.message_id === messageId)
  if (!found?.bounce) return null
  const { status, permanent } = found.bounce
  return { at: found.received_at.toISOString(), status, permanent }
}

/** The conversation of an inquiry, oldest first: what the visitor wrote in the form, the answers of staff, and incoming mail. */
export function toMessages(stored: Submission, incoming: readonly InboundMail[]): Message[] {
  const { name, email, message } = visitorFields(stored)
  const { id, mails, replies } = toInquiry(stored)
  const visitor = { name, address: email }
  const origin = incoming.find(({ is_first }) => is_first)
  const first: Message = origin
    ? toMessage(origin)
    : {
        ...plain,
        ...{ id, direction: 'in', at: stored.created_at.toISOString(), from: visitor, to: [] },
        ...{ subject: '', text: message, state: 'received' },
      }
  const answers = replies.map(({ messageId, subject, text, by, at }): Message => {
    const bounce = bounceOf(messageId, incoming)
    const mail = mails.find((one) => one.messageId === messageId)
    return {
      ...plain,
      ...{ id: messageId, direction: 'out', at, from: { name: '', address: by }, subject, text, bounce },
      to: [{ name, address: mail?.to ?? email }],
      note: mail?.state === 'failed' ? mail.reason : null,
      state: bounce?.permanent ? 'bounced' : (mail?.state ?? 'sent'),
    }
  })
  const received = incoming.filter((mail) => mail !== origin && !mail.bounce).map(toMessage)
  const rest = [...answers, ...received].sort((one, other) => one.at.localeCompare(other.at))
  return [first, ...rest]
}
