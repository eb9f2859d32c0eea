import { normalEmail } from '@app/contracts/entered-line'
import { AppError, conflict, invalidField, notFound } from '@app/contracts/errors'
import { contactFormId } from '@app/contracts/forms'
import type {
  InboundCount,
  InboundPage,
  InboundState,
  MailSource,
  Message,
  MessagePart,
  Suggestion,
} from '@app/contracts/messages'
import type { Scope } from '@app/record-query'
import type { SubmissionStore } from '../inquiries/submission'
import type { Submission } from '../inquiries/submission-document'
import type { FamilyAddresses } from '../mailings/find-recipients'
import type { ConversationWords } from '../search/conversation-words'
import type { ArrivedMails } from './arrived-mails'
import { conversationPage, listed, wholeConversation, withPart } from './conversation-page'
import type { Conversations } from './conversations'
import type { InboundFiles } from './inbound-files'
import type { ErasedMails, InboundMail } from './inbound-mail'
import type { MailSources } from './mail-sources'
import { newestOf, returnedMails, toMessage } from './messages'
import type { ShownMails } from './shown-mails'

/** Of an inquiry's message; the complete text is in the conversation. */
const maxMessageLength = 1_000
const maxNameLength = 100

export type InboundDeps = {
  arrived: ArrivedMails
  shown: ShownMails
  files: InboundFiles
  erased: ErasedMails
  conversations: Conversations
  words: Pick<ConversationWords, 'renew'>
  sources: MailSources
  submissions: Pick<SubmissionStore, 'insert'>
  family: FamilyAddresses
}

const addressOf = ({ from, sender }: InboundMail): string => from?.address || sender
const missing = () => notFound('There is no such mail.')
const placed = () => conflict('This mail is in a conversation already.')

/** Actions of staff on incoming mail. */
export function inboundActions({
  arrived,
  shown,
  files,
  erased,
  conversations,
  words,
  sources,
  submissions,
  family,
}: InboundDeps) {
  /** The inquiries that loose mails may belong to, by the ids of these, as hex. All are looked for together: a page has fifty. */
  async function suggestionsFor(
    mails: readonly InboundMail[],
    scope: Scope,
  ): Promise<ReadonlyMap<string, Suggestion[]>> {
    const addresses = [...new Set(mails.flatMap((mail) => addressOf(mail) || []))]
    const families = await family(addresses, scope)
    const senders = mails.map((mail) => {
      const email = addressOf(mail)
      return { email, name: email && (mail.from?.name ?? ''), family: families.get(email) ?? [] }
    })
    const [similar, named] = await Promise.all([
      conversations.similar(senders),
      Promise.all(mails.map(async (mail) => mail.named && conversations.find(mail.named.toHexString()))),
    ])
    return new Map(
      mails.map(({ _id }, n) => {
        const { email: address, family: others } = senders[n]!
        const inSubject = named[n]
        const rest = similar[n]!.filter((one) => !inSubject?._id.equals(one._id))
        const suggested = [...(inSubject ? [inSubject] : []), ...rest].map((one) => ({
          inquiry: one._id.toHexString(),
          name: one.name ?? '',
          email: one.email ?? '',
          receivedAt: one.created_at.toISOString(),
          reason: one.email === address ? ('sender' as const) : ('name' as const),
          ...(others.includes(one.email ?? '') && { isFamily: true as const }),
          ...(one === inSubject && { isNamed: true as const }),
        }))
        return [_id.toHexString(), suggested]
      }),
    )
  }

  async function waiting(id: string): Promise<InboundMail> {
    const mail = await arrived.find(id)
    if (!mail || mail.state === 'waiting') throw missing()
    if (mail.state === 'threaded' || mail.inquiry) throw placed()
    return mail
  }

  return {
    /** Families are those that the records of the scope show. */
    async list(state: InboundState, page: number, scope: Scope): Promise<InboundPage> {
      const [{ found, total }, open] = await Promise.all([shown.list(state, page), sources.list()])
      const suggestions = await suggestionsFor(
        found.filter(({ inquiry }) => !inquiry),
        scope,
      )
      const data = found.map((mail) =>
        listed({
          ...toMessage(mail),
          excerpt: mail.excerpt ?? '',
          inboundState: state,
          reason: mail.reason ?? '',
          inquiry: mail.inquiry?.toHexString() ?? null,
          suggestions: suggestions.get(mail._id.toHexString()) ?? [],
        }),
      )
      return { data, total, doors: open satisfies MailSource[] }
    },

    async count(): Promise<InboundCount> {
      const [unmatched, maybeAutomatic] = await Promise.all([arrived.count('unmatched'), arrived.countMaybeAutomatic()])
      return { unmatched, maybeAutomatic }
    },

    /** A mail with all that it says, or with one part; of the conversation of an inquiry, where one is given. @throws AppError `not_found` */
    async read(id: string, { part, inquiry }: { part?: MessagePart | undefined; inquiry?: string }): Promise<Message> {
      const mail = await shown.one(id, part)
      if (!mail || mail.state === 'waiting' || (inquiry && mail.inquiry?.toHexString() !== inquiry)) throw missing()
      const message = toMessage(mail)
      return part ? withPart(message, part) : message
    },

    /** The last messages of an inquiry, or those before one of them. */
    page: async (inquiry: Submission, before?: string) =>
      conversationPage(inquiry, await arrived.index(inquiry._id), shown.beginnings, before),

    /** The Message-IDs of mails of an inquiry that came back. */
    returned: async (inquiry: Submission) => returnedMails(inquiry, await arrived.index(inquiry._id)),

    /** All messages of an inquiry, each whole. */
    async *whole(inquiry: Submission): AsyncGenerator<Message> {
      yield* wholeConversation(inquiry, await arrived.index(inquiry._id), shown.withTexts)
    },

    /** Puts a mail into a conversation, as if it had been recognized. */
    async attach(id: string, inquiry: string): Promise<void> {
      await waiting(id)
      const conversation = await conversations.find(inquiry)
      if (!conversation) throw invalidField('inquiry', 'There is no such inquiry.')
      const mail = await arrived.attach(id, conversation._id, conversation.email ?? '')
      if (!mail) throw placed()
      const there = await conversations.receive([{ inquiry: conversation._id, newest: newestOf(mail) }])
      await (there.size > 0 ? arrived.settled([mail._id]) : arrived.release([mail._id]))
    },

    /**
     * Makes an inquiry of a mail, once. Resolves with its id.
     * @throws AppError `conflict` with the address where the sender wants answers, which nothing proves, unless it is confirmed
     */
    async makeInquiry(id: string, requestId: string, confirmed?: string): Promise<string> {
      const mail = await waiting(id)
      // Forms of other sites send from an address of theirs, and name the visitor as whom to answer.
      const { address = '', name: called = '' } = mail.reply_to?.find((one) => normalEmail(one.address)) ?? {}
      const email = address || mail.from?.address || mail.sender
      if (!email) throw conflict('The mail has no address that could be answered.')
      if (address && normalEmail(confirmed ?? '') !== normalEmail(address)) {
        const message = `Nothing proves whose address this is: ${address}. Make the inquiry only if you know it.`
        throw new AppError('conflict', message, undefined, { details: { unproven: [address] } })
      }
      const name = (called || (address === '' && mail.from?.name) || email.split('@')[0] || email).slice(
        0,
        maxNameLength,
      )
      const { submission } = await submissions.insert({
        form_id: contactFormId,
        fields: { name, email, message: (mail.text || mail.subject || '').slice(0, maxMessageLength) },
        request_id: requestId,
        // A repeat finds the inquiry that is there.
        keys: { own: `inbound-${id}` },
        mails: [],
        spam_reason: null,
        at: mail.received_at,
      })
      const inquiry = submission._id
      if (!(await arrived.attach(id, inquiry, email, true))) {
        const now = await arrived.find(id)
        if (!now?.inquiry?.equals(inquiry)) throw placed()
      }
      return inquiry.toHexString()
    },

    /** A file of a mail, or the raw mail. @throws AppError `not_found` */
    async download(id: string, file: string): Promise<{ name: string; size: number; chunks: AsyncIterable<Buffer> }> {
      const mail = await arrived.find(id, { raw: 1, size: 1, attachments: 1 })
      const found = mail?.attachments?.find((one) => one.file?.toHexString() === file)
      if (mail && mail.raw.toHexString() === file)
        return { name: 'mail.eml', size: mail.size, chunks: files.chunks(mail.raw) }
      if (!found?.file) throw notFound('There is no such file.')
      return { name: found.name, size: found.size, chunks: files.chunks(found.file) }
    },

    /** Removes every mail from an address, to it, and in conversations with it. It may be repeated. */
    async erase(email: string): Promise<number> {
      const mails = await arrived.about(email, await conversations.idsOf(email))
      await words.renew(await arrived.inquiriesOf(mails), { isErasure: true })
      await conversations.forget(mails)
      await files.removeOf(mails)
      await erased.note(mails)
      await arrived.remove(mails)
      return mails.length
    },
  }
}

export type InboundActions = ReturnType<typeof inboundActions>
