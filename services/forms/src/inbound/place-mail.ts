import { endsAddress } from '@app/contracts/mail-addresses'
import { isReportKey } from '../inquiries/outgoing-mail'
import type { ReadAttachment } from './attachments'
import { passesDmarc } from './authentication-results'
import type { Kind } from './classify'
import type { Conversation, Conversations, FoundConversation } from './conversations'
import type { InboundMail, MailContent } from './inbound-mail'

/** `ids`: Message-IDs of which one is that of the mail; `recipients`: the addresses that the report names; `keys`: what it returns of the mail. */
export type Report = { ids: string[]; recipients: string[]; keys: string[] }

export type ReadMail = {
  content: MailContent
  attachments: ReadAttachment[]
  kind: Kind
  reason: string
  isFlagged: boolean
  /** Message-IDs that it answers, the closest first. */
  answers: string[]
  authentication: string[]
  /** `From` names more than one person, or is there more than once. */
  hasSeveralSenders?: boolean
  /** It says that the mail box of development has written it. */
  isFromMailBox?: boolean
  /** That counts, since this is development: its sender is proven. */
  isTrusted?: boolean
  /** A server's report about a mail of ours. */
  bounce?: (Report & { status: string; permanent: boolean }) | undefined
  /** Its recipient marked a mail of ours as spam. */
  complaint?: Report | undefined
}

/** A mail of which nothing is read. */
export const unreadMail = (note: string): ReadMail => ({
  content: {
    message_id: '',
    from: { name: '', address: '' },
    to: [],
    subject: '',
    text: '',
    html: null,
    quoted: '',
    automated: false,
    readable: false,
    note,
    textless: 'unreadable',
  },
  attachments: [],
  kind: 'person',
  reason: '',
  isFlagged: false,
  answers: [],
  authentication: [],
})

/** Why a mail of this size has no text. */
export const tooLarge = 'The mail is larger than 20 MB and was not read. Look at it in your mailbox.'

export type Place = {
  state: InboundMail['state']
  reason: string
  conversation?: Conversation | undefined
  /** The role of its sender in the conversation that it is in or names. */
  sender?: InboundMail['sender_is']
  isProven?: boolean
  /** The inquiry that its subject names, where that is not enough to put it there. */
  named?: InboundMail['named']
  bounce?: InboundMail['bounce']
  report?: InboundMail['report']
  /** The address that is not to be written to any more. */
  suppressed?: { email: string; reason: 'bounced' | 'complained'; status?: string } | undefined
}

type Deps = {
  conversations: Pick<Conversations, 'ofMessage' | 'ofSubject' | 'openOf' | 'isMarked' | 'hasAnswer'>
  /** A mail of a mailing. */
  mailingMail: (messageId: string) => Promise<{ to: string; threadKey: string | undefined } | undefined>
  /** The server whose Authentication-Results are believed. */
  trustedHost: string | undefined
}

/** The role of an address in a conversation. */
function senderIn({ email, mails }: FoundConversation, address: string): InboundMail['sender_is'] {
  if (address !== '' && address === email) return 'visitor'
  return mails?.some(({ to, kind }) => to === address && (kind === 'reply' || kind === 'copy')) ? 'known' : 'other'
}

/**
 * Where a mail belongs. Certain are an answer to a mail of ours, whoever sends it, a subject that names the inquiry and comes from its
 * proven visitor, and a mail of a proven sender who has one inquiry that is not closed; anything else is for staff to decide. Mail of
 * programs is in no conversation's way: it changes nothing.
 */
export const placeMail =
  ({ conversations, mailingMail, trustedHost }: Deps) =>
  async (mail: ReadMail): Promise<Place> => {
    const { content, kind, reason, isFlagged, answers, authentication, bounce, complaint } = mail
    const sender = content.from.address
    const isProven =
      !mail.hasSeveralSenders && (mail.isTrusted === true || passesDmarc(authentication, trustedHost, sender))

    /**
     * The mail of ours that a report is about. It names the recipient and the id, and returns the key of the mail, which is known to nobody
     * else. Without the key it is not verified: answers and forwards carry the id to others.
     */
    async function reported({ ids, recipients, keys }: Report) {
      for (const id of ids) {
        const conversation = await conversations.ofMessage(id, '')
        const stored = conversation?.mails.find(({ message_id }) => message_id === id)?.to
        const mail = stored ? { to: stored, threadKey: conversation?.thread_key } : await mailingMail(id)
        if (!mail || !recipients.includes(mail.to)) continue
        return { id, conversation, to: mail.to, isVerified: isReportKey(mail.threadKey, id, keys) }
      }
      return undefined
    }
    const nothing = {
      state: 'automated' as const,
      reason: 'A report that names no mail of yours for certain. It changes nothing.',
    }

    const own = await conversations.ofMessage(content.message_id, '')
    if (own || (await mailingMail(content.message_id)))
      return { state: 'automated', reason: 'Sent by this site itself.' }
    if (bounce) {
      const found = await reported(bounce)
      const { permanent, status } = bounce
      if (!found?.isVerified) {
        const isShown = found?.conversation && !(await conversations.hasAnswer(found.conversation._id, found.id))
        if (!isShown) return nothing
        return {
          state: 'automated',
          reason: 'A report that does not return your mail, so it cannot be verified. It changes nothing.',
          conversation: found.conversation,
          bounce: { message_id: found.id, status, permanent, is_unverified: true },
        }
      }
      const suppressed =
        permanent && endsAddress(status) ? { email: found.to, reason: 'bounced' as const, status } : undefined
      const about = found.conversation && { bounce: { message_id: found.id, status, permanent } }
      return { state: 'automated', reason, conversation: found.conversation, suppressed, ...about, report: 'bounce' }
    }
    if (complaint) {
      const found = await reported(complaint)
      if (!found?.isVerified) return nothing
      const suppressed = { email: found.to, reason: 'complained' as const }
      return { state: 'automated', reason, conversation: found.conversation, suppressed, report: 'complaint' }
    }
    let answered: FoundConversation | undefined
    for (const id of answers) {
      answered = await conversations.ofMessage(id, sender)
      if (answered) break
    }
    const named = answered ?? (await conversations.ofSubject(content.subject, sender))
    const who = { sender: named ? senderIn(named, sender) : ('other' as const), isProven }
    if (kind !== 'person') return { state: 'automated', reason, conversation: named, ...who }
    if (answered)
      return { state: 'threaded', reason: 'It answers a mail of this inquiry.', conversation: answered, ...who }
    if (isProven && who.sender === 'visitor')
      return { state: 'threaded', reason: 'Its subject names this inquiry.', conversation: named, ...who }
    if (isFlagged) return { state: 'spam', reason: 'The mail server flagged it as spam.', isProven }
    if (sender && (await conversations.isMarked(sender)))
      return { state: 'spam', reason: 'You marked a message of this sender as spam.', isProven }
    const unmatched = (why: string): Place => ({ state: 'unmatched', reason: why, isProven, named: named?._id })
    if (!sender) return unmatched('It has no sender.')
    if (named) return unmatched('Its subject names an inquiry, but it is not proven to be from the visitor.')
    const [one, ...others] = await conversations.openOf(sender)
    if (!one) return unmatched('There is no open inquiry of this address.')
    if (!isProven) return unmatched('It answers no mail of yours, and its sender is not proven.')
    if (others.length > 0) return unmatched('This address has several open inquiries.')
    return {
      state: 'threaded',
      reason: 'The only open inquiry of this proven sender.',
      conversation: one,
      sender: 'visitor',
      isProven,
    }
  }
