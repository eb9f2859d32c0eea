import type { Attachment, Message } from '@app/contracts/messages'
import { withoutSubjectToken, withoutTokens } from '../inquiries/outgoing-mail'
import { type NewestIn, type Submission, visitorFields } from '../inquiries/submission-document'
import { toInquiry } from '../replies/newest-message'
import { toReplyFile } from '../replies/reply-files'
import type { InboundMail, StoredAttachment } from './inbound-mail'

const fileUrl = (mail: string, file: string) => `/api/forms/inbound/${mail}/files/${file}`

const toAttachment = (mail: InboundMail, { name, type, size, file }: StoredAttachment): Attachment => ({
  name,
  type,
  size,
  url: file && fileUrl(mail._id.toHexString(), file.toHexString()),
})

/** `hasHtml`: it has markup, which was not read. */
export type WithMarkup<Mail> = Mail & { hasHtml?: boolean }

/** An incoming mail as staff receive it. One that is not shown completely has its raw form as an attachment. */
export function toMessage(mail: WithMarkup<InboundMail>, inquiry?: Pick<Submission, '_id' | 'thread_key'>): Message {
  const readable = mail.readable ?? false
  const raw: StoredAttachment = { name: 'mail.eml', type: 'message/rfc822', size: mail.size, file: mail.raw }
  return {
    id: mail._id.toHexString(),
    direction: 'in',
    at: mail.received_at.toISOString(),
    from: mail.from ?? { name: '', address: mail.sender },
    sender: mail.sender_is ?? 'other',
    proven: mail.is_proven ?? false,
    ...(mail.reply_to?.length && { replyTo: mail.reply_to }),
    to: mail.to ?? [],
    subject: withoutSubjectToken(mail.subject ?? '', inquiry?.thread_key, inquiry?._id.toHexString() ?? ''),
    text: mail.text ?? '',
    html: mail.html ?? null,
    hasHtml: mail.hasHtml ?? typeof mail.html === 'string',
    quoted: mail.quoted ?? '',
    attachments: [...(mail.attachments ?? []), ...(readable && !mail.note ? [] : [raw])].map((one) =>
      toAttachment(mail, one),
    ),
    state: readable ? 'received' : 'unreadable',
    automated: mail.automated ?? false,
    ...(mail.is_maybe_automatic && { maybeAutomatic: true as const }),
    note: mail.note ?? null,
    ...(mail.textless && { textless: mail.textless }),
    bounce: null,
  }
}

/** Whose mail it is, next to what it says in lists. */
export const senderOf = ({
  from,
  sender,
  sender_is,
  is_proven,
}: Pick<InboundMail, 'from' | 'sender' | 'sender_is' | 'is_proven'>): NonNullable<NewestIn['from']> => ({
  address: from?.address || sender,
  sender: sender_is ?? 'other',
  proven: is_proven ?? false,
})

/** The parts of its newest mail that an inquiry keeps. */
export const newestOf = (mail: InboundMail): NewestIn => {
  const { _id, received_at, from, sender, sender_is, text, subject } = mail
  return {
    id: _id,
    at: received_at,
    // A name can be anybody's: only that of the visitor's own address stands alone.
    by:
      from?.name && sender_is !== 'visitor' ? `${from.name} <${from.address}>` : from?.name || from?.address || sender,
    text: text || withoutTokens(subject ?? ''),
    from: senderOf(mail),
  }
}

const plain = { html: null, quoted: '', attachments: [], automated: false, note: null, bounce: null }

type Reported = Pick<InboundMail, 'bounce' | 'received_at'>

type Sent = { message_id: string; since?: Date }

/** The last report of a mail server about a mail, since it was sent again. One that cannot be verified hides none that is. */
function bounceOf({ message_id, since }: Sent, incoming: readonly Reported[]): Message['bounce'] {
  const about = incoming.filter(
    ({ bounce, received_at }) => bounce?.message_id === message_id && !(since && received_at < since),
  )
  const found = about.findLast(({ bounce }) => !bounce?.is_unverified) ?? about.at(-1)
  if (!found?.bounce) return null
  const { status, permanent, is_unverified: isUnverified } = found.bounce
  return { at: found.received_at.toISOString(), status, permanent, ...(isUnverified && { isUnverified }) }
}

/** Failures of the copies of a reply, each for one address. */
const copyProblems = ({ mails }: Submission, reply: string, incoming: readonly Reported[]): string[] =>
  mails.flatMap(({ copy_of, to, message_id, since, state, last_error }) => {
    if (copy_of !== reply) return []
    const bounce = bounceOf({ message_id, since }, incoming)
    if (bounce?.permanent)
      return [`${to} does not accept mail${bounce.isUnverified ? ', says a report that cannot be verified' : ''}.`]
    return state === 'failed' ? [`Not delivered to ${to}: ${last_error ?? 'it failed.'}`] : []
  })

/** The Message-IDs of mails of an inquiry that came back since they were sent last. A server that still tries (4.x.x) has not returned it. */
export const returnedMails = ({ mails }: Pick<Submission, 'mails'>, incoming: readonly Reported[]): string[] =>
  mails.flatMap((mail) => ((bounceOf(mail, incoming)?.status ?? '4').startsWith('4') ? [] : mail.message_id))

/** The visitor's message in the form. */
export function firstMessage(stored: Submission): Message {
  const { name, email, message: text } = visitorFields(stored)
  return {
    ...plain,
    id: stored._id.toHexString(),
    direction: 'in',
    at: stored.created_at.toISOString(),
    from: { name, address: email },
    to: [],
    subject: '',
    text,
    state: 'received',
  }
}

/** The answers of staff, oldest first. `incoming`: what mail servers reported about them. */
export function answersOf(stored: Submission, incoming: readonly Reported[]): Message[] {
  const { name, email } = visitorFields(stored)
  const { id, mails, replies } = toInquiry(stored)
  return replies.map(({ messageId, subject, text, by, at }): Message => {
    const since = stored.mails.find(({ message_id }) => message_id === messageId)?.since
    const bounce = bounceOf({ message_id: messageId, ...(since && { since }) }, incoming)
    const mail = mails.find((one) => one.messageId === messageId)
    const { cc = [], files = [] } = stored.replies?.find(({ message_id }) => message_id === messageId) ?? {}
    const notes = [
      mail?.state === 'failed' || mail?.state === 'held' ? mail.reason : null,
      ...copyProblems(stored, messageId, incoming),
    ]
    return {
      ...plain,
      attachments: files.map((file) => toReplyFile(id, file)),
      ...(cc.length > 0 && { cc: cc.map((address) => ({ name: '', address })) }),
      id: messageId,
      direction: 'out',
      at,
      from: { name: '', address: by },
      subject,
      text,
      bounce,
      to: [{ name, address: mail?.to ?? email }],
      note: notes.filter(Boolean).join(' ') || null,
      state: bounce?.permanent ? 'bounced' : (mail?.state ?? 'sent'),
    }
  })
}
