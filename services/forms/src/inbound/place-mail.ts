import { passesDmarc } from './classify'
import type { Conversation, Conversations } from './models/conversations'
import type { InboundMail } from './models/inbound-mail'
import type { ReadMail } from './read-mail'

export type Place = {
  state: InboundMail['state']
  reason: string
  conversation?: Conversation | undefined
  bounce?: InboundMail['bounce']
}

type Deps = {
  conversations: Pick<Conversations, 'ofMessage' | 'openOf' | 'isMarked'>
  /** The server whose Authentication-Results are believed. */
  trustedHost: string | undefined
}

/**
 * Where a mail belongs. Certain are an answer to a mail of ours, and a mail of a proven sender who has one inquiry that is not closed;
 * anything else is for staff to decide. Mail of programs is in no conversation's way: it changes nothing.
 */
export const placeMail =
  ({ conversations, trustedHost }: Deps) =>
  async ({ content, kind, reason, isFlagged, answers, authentication, bounce }: ReadMail): Promise<Place> => {
    const sender = content.from.address
    const own = await conversations.ofMessage(content.message_id, '')
    if (own) return { state: 'automated', reason: 'Sent by this site itself.' }
    if (bounce) {
      const conversation = await conversations.ofMessage(bounce.message_id, '')
      return { state: 'automated', reason, conversation, ...(conversation && { bounce }) }
    }
    let answered: Conversation | undefined
    for (const id of answers) {
      answered = await conversations.ofMessage(id, sender)
      if (answered) break
    }
    if (kind !== 'person') return { state: 'automated', reason, conversation: answered }
    if (answered) return { state: 'threaded', reason: 'It answers a mail of this inquiry.', conversation: answered }
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
