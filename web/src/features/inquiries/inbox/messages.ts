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
  /** Of an incoming mail, next to the name that it shows, and what is known about it. */
  from: { address: string; about: string; isCertain: boolean } | undefined
  subject: string
  text: string
  html: string | null
  /** It has markup, which is read when somebody asks for it. */
  hasHtml: boolean
  /** Only its beginning is here. */
  isCut: boolean
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

const senders = { visitor: '', known: 'Known address', other: 'Another address' } as const

/** Who a mail is from, as far as it is known: the name is anybody's, and without proof the address is as well. */
function senderOf({
  from,
  sender,
  proven = false,
}: Pick<Message, 'from' | 'sender' | 'proven'>): ThreadMessage['from'] {
  if (!sender) return undefined
  const about = [senders[sender], proven ? 'verified' : 'not verified'].filter(Boolean).join(', ')
  const isCertain = proven && sender === 'visitor'
  return { address: from.address, about: about[0]!.toUpperCase() + about.slice(1), isCertain }
}

/** The messages of a conversation, oldest first. */
export function messagesOf(inquiry: InquiryDetails, { visitor }: Pick<Conversation, 'visitor'>): ThreadMessage[] {
  const mailOf = (id: string) => inquiry.mails.find((each) => each.messageId === id)
  if (inquiry.messages)
    return inquiry.messages.map((message) => {
      const {
        id,
        direction,
        at,
        from,
        subject,
        text,
        html,
        hasHtml = false,
        isCut = false,
        quoted,
        attachments,
        cc = [],
      } = message
      return {
        ...{ id, at, subject, text, html, hasHtml, isCut, quoted, attachments },
        isOurs: direction === 'out',
        by: from.name || from.address,
        from: senderOf(message),
        cc: cc.map(({ address }) => address),
        note: noteOf(message),
        mail: mailOf(id),
      }
    })
  // A service of an earlier release.
  const plain = {
    from: undefined,
    html: null,
    hasHtml: false,
    isCut: false,
    quoted: '',
    attachments: [],
    cc: [],
    note: null,
  }
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
