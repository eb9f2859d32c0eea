import type { Conversation } from '@app/contracts/inbox'
import type { Inquiry, InquiryDetails } from '@app/contracts/inquiries'
import type { Attachment, Message } from '@app/contracts/messages'

type Mail = Inquiry['mails'][number]
/** A message of the thread. `mail` carries it, where it is ours. */
export type ThreadMessage = {
  id: string
  isOurs: boolean
  at: string
  by: string
  subject: string
  text: string
  html: string | null
  /** What the author quotes, and the signature. */
  quoted: string
  attachments: readonly Attachment[]
  /** Who got a copy. */
  cc: readonly string[]
  /** What is unusual about it. */
  note: string | null
  mail: Mail | undefined
}

function noteOf({ automated, note, bounce }: Message): string | null {
  if (bounce)
    return bounce.permanent ? `The address does not accept mail (${bounce.status})` : `Delayed (${bounce.status})`
  return note ?? (automated ? 'Sent by a program' : null)
}

/** The messages of a conversation, oldest first. */
export function messagesOf(inquiry: InquiryDetails, { visitor }: Pick<Conversation, 'visitor'>): ThreadMessage[] {
  const mailOf = (id: string) => inquiry.mails.find((each) => each.messageId === id)
  if (inquiry.messages)
    return inquiry.messages.map((message) => {
      const { id, direction, at, from, subject, text, html, quoted, attachments, cc = [] } = message
      return {
        ...{ id, at, subject, text, html, quoted, attachments },
        isOurs: direction === 'out',
        by: from.name || from.address,
        cc: cc.map(({ address }) => address),
        note: noteOf(message),
        mail: mailOf(id),
      }
    })
  // A service of an earlier release.
  const plain = { html: null, quoted: '', attachments: [], cc: [], note: null }
  const replies = inquiry.replies.map(({ messageId: id, subject, text, by, at }) => ({
    ...plain,
    ...{ id, isOurs: true, at, by, subject, text, mail: mailOf(id) },
  }))
  const { name, email, interest: subject, message: text } = visitor
  const first = { id: inquiry.id, isOurs: false, at: inquiry.receivedAt, by: name || email, mail: undefined }
  return [{ ...plain, ...first, subject, text }, ...replies]
}

/** A reply that is held, and can still be undone. */
export const isHeld = (mail: Mail | undefined, now: number): mail is Mail & { nextTryAt: string } =>
  mail?.state === 'pending' && mail.attempts === 0 && mail.nextTryAt !== null && Date.parse(mail.nextTryAt) > now

/** Why mail to the visitor does not arrive, as far as it is known. */
export function deliveryProblem({ mails, messages = [] }: InquiryDetails): string | null {
  const bounced = messages.find(({ bounce }) => bounce?.permanent)?.bounce
  if (bounced) return `the address does not accept mail (${bounced.status})`
  const last = mails.findLast(({ kind }) => kind === 'thank_you' || kind === 'reply')
  return last?.state === 'failed' ? last.reason : null
}
