import type { Conversation } from '@app/contracts/conversations'
import type { Inquiry, InquiryDetails } from '@app/contracts/inquiries'
import type { Attachment, Bounce, Message, MessageCut } from '@app/contracts/messages'
import { capital } from '#lib/words'

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
  /** The parts of it of which only a beginning is here. */
  cut: readonly MessageCut[]
  /** The quoted text and the signature. */
  quoted: string
  attachments: readonly Attachment[]
  /** Recipients of a copy. */
  cc: readonly string[]
  /** Where its author wants to be answered, if not at its address. Anybody can write any address there. */
  replyTo: readonly string[]
  /** A remark about something unusual. */
  note: string | null
  mail: Mail | undefined
  /** A mail server's report about it. */
  bounce: Bounce | null
}

/** A service of an earlier release says only that something is cut, and then sends all of it. */
export const cutOf = ({ cut, isCut }: { cut?: readonly MessageCut[] | undefined } & Pick<Message, 'isCut'>) =>
  cut ?? (isCut ? ['text'] : [])

function noteOf({ automated, maybeAutomatic, note }: Message, mail: Mail | undefined): string | null {
  const byProgram = maybeAutomatic ? 'Maybe automatic, judging by the subject alone' : 'Sent by a program'
  // Why the mail itself was not sent is said with its state.
  if (note && mail?.reason && note.startsWith(mail.reason)) return note.slice(mail.reason.length).trim() || null
  return note ?? (automated ? byProgram : null)
}

/** A server has refused the mail; with 4.x.x it is still trying. */
export const isReturned = ({ status }: Bounce) => !status.startsWith('4')

const senders = { visitor: '', known: 'Known address', other: 'Another address' } as const

/** The sender of a mail, as far as known: the name is anybody's, and without proof the address is as well. */
function senderOf({
  from,
  sender,
  proven = false,
}: Pick<Message, 'from' | 'sender' | 'proven'>): ThreadMessage['from'] {
  return sender && { address: from.address, ...aboutSender({ sender, proven }) }
}

/** The sender of a mail, in words. */
export function aboutSender({ sender, proven }: { sender: NonNullable<Message['sender']>; proven: boolean }) {
  const about = [senders[sender], proven ? 'verified' : 'not verified'].filter(Boolean).join(', ')
  return { about: capital(about), isCertain: proven && sender === 'visitor' }
}

/** The messages of a conversation, oldest first. */
export function messagesOf(inquiry: InquiryDetails, { visitor }: Pick<Conversation, 'visitor'>): ThreadMessage[] {
  const mailOf = (id: string) => inquiry.mails.find((each) => each.messageId === id)
  if (inquiry.messages)
    return inquiry.messages.map((message) => {
      const { direction, from, hasHtml = false, cc = [], replyTo = [] } = message
      const mail = mailOf(message.id)
      return {
        ...message,
        hasHtml,
        cut: cutOf(message),
        isOurs: direction === 'out',
        by: from.name || from.address,
        from: senderOf(message),
        cc: cc.map(({ address }) => address),
        replyTo: replyTo.map(({ address }) => address),
        note: noteOf(message, mail),
        mail,
      }
    })
  // A service of an earlier release.
  const plain = {
    from: undefined,
    html: null,
    hasHtml: false,
    cut: [],
    quoted: '',
    attachments: [],
    cc: [],
    replyTo: [],
    note: null,
    bounce: null,
  }
  const replies = inquiry.replies.map(({ messageId: id, ...reply }) => ({
    ...plain,
    ...reply,
    id,
    isOurs: true,
    mail: mailOf(id),
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
  const bounced = messages.find(({ bounce }) => bounce?.permanent && !bounce.isUnverified)?.bounce
  if (bounced) return `the address does not accept mail (${bounced.status})`
  const last = mails.findLast(({ kind }) => kind === 'thank_you' || kind === 'reply')
  return last?.state === 'failed' ? last.reason : null
}

/** The addresses at which the author of the newest mail wants to be answered, besides that of the visitor. */
export function wantedCopies({ messages = [] }: Pick<InquiryDetails, 'messages'>, visitor: string): string[] {
  const newest = messages.findLast(({ direction, automated }) => direction === 'in' && !automated)
  return (newest?.replyTo ?? []).map(({ address }) => address).filter((address) => address !== visitor)
}
