import { endsAddress } from '@app/contracts/mail-addresses'
import { passesDmarc } from './classify'
import type { Conversation, Conversations } from './conversations'
import type { InboundMail } from './inbound-mail'
import type { ReadMail } from './unread-mail'

export type Place = {
  state: InboundMail['state']
  reason: string
  conversation?: Conversation | undefined
  bounce?: InboundMail['bounce']
  report?: InboundMail['report']
  /** The address that is not to be written to any more. */
  suppressed?: { email: string; reason: 'bounced' | 'complained'; status?: string } | undefined
}

type Deps = {
  conversations: Pick<Conversations, 'ofMessage' | 'ofSubject' | 'openOf' | 'isMarked'>
  /** Who a mail of a mailing went to. */
  mailingRecipient: (messageId: string) => Promise<string | undefined>
  /** The server whose Authentication-Results are believed. */
  trustedHost: string | undefined
}

/**
 * Where a mail belongs. Certain are an answer to a mail of ours, a subject that names the inquiry and comes from somebody it knows, and a mail of a proven sender who has one inquiry that is not closed;
 * anything else is for staff to decide. Mail of programs is in no conversation's way: it changes nothing.
 */
export const placeMail =
  ({ conversations, mailingRecipient, trustedHost }: Deps) =>
  async (mail: ReadMail): Promise<Place> => {
    const { content, kind, reason, isFlagged, answers, authentication, bounce, complainedAbout } = mail
    const reported = async (messageId: string) => {
      const conversation = await conversations.ofMessage(messageId, '')
      const to = conversation?.mails.find(({ message_id }) => message_id === messageId)?.to
      return { conversation, to: to ?? (conversation ? undefined : await mailingRecipient(messageId)) }
    }

    const sender = content.from.address
    const own = await conversations.ofMessage(content.message_id, '')
    if (own || (await mailingRecipient(content.message_id)))
      return { state: 'automated', reason: 'Sent by this site itself.' }
    if (bounce) {
      const { conversation, to } = await reported(bounce.message_id)
      const { permanent, status } = bounce
      const suppressed =
        to && permanent && endsAddress(status) ? { email: to, reason: 'bounced' as const, status } : undefined
      const about = { ...(conversation && { bounce }), ...(to && { report: 'bounce' as const }) }
      return { state: 'automated', reason, conversation, suppressed, ...about }
    }
    if (complainedAbout) {
      const { conversation, to } = await reported(complainedAbout)
      const suppressed = to ? { email: to, reason: 'complained' as const } : undefined
      return { state: 'automated', reason, conversation, suppressed, ...(to && { report: 'complaint' as const }) }
    }
    let answered: Conversation | undefined
    for (const id of answers) {
      answered = await conversations.ofMessage(id, sender)
      if (answered) break
    }
    const named = answered ?? (await conversations.ofSubject(content.subject, sender))
    if (kind !== 'person') return { state: 'automated', reason, conversation: named }
    if (answered) return { state: 'threaded', reason: 'It answers a mail of this inquiry.', conversation: answered }
    if (named) return { state: 'threaded', reason: 'Its subject names this inquiry.', conversation: named }
    if (isFlagged) return { state: 'spam', reason: 'The mail server flagged it as spam.' }
    if (sender && (await conversations.isMarked(sender)))
      return { state: 'spam', reason: 'You marked a message of this sender as spam.' }
    if (!sender) return { state: 'unmatched', reason: 'It has no sender.' }
    const [one, ...others] = await conversations.openOf(sender)
    if (!one) return { state: 'unmatched', reason: 'There is no open inquiry of this address.' }
    if (!passesDmarc(authentication, trustedHost))
      return { state: 'unmatched', reason: 'It answers no mail of yours, and its sender is not proven.' }
    if (others.length > 0) return { state: 'unmatched', reason: 'This address has several open inquiries.' }
    return { state: 'threaded', reason: 'The only open inquiry of this proven sender.', conversation: one }
  }
