import { invalidField } from '@app/contracts/errors'
import {
  conversationPageSize,
  excerptLength,
  type InboundPage,
  type Message,
  type MessagePart,
} from '@app/contracts/messages'
import type { Submission } from '../inquiries/submission-document'
import type { InboundMail } from './inbound-mail'
import { answersOf, firstMessage, toMessage, type WithMarkup } from './messages'

/** Read at once: a mail has up to 200 KB of text. */
const readTogether = 10
/** Of the messages of one page, in JSON. The inquiry itself comes to it. */
const maxPageBytes = 200_000
/** As much of a message as is shown before it is opened: signs, people, signs of their names, files. */
export const shownOfEach = { text: 10_000, quoted: 2_000, people: 20, name: 100, files: 20 }
/** Of one mail in a list, in JSON. */
const maxListedBytes = 1_900
/** Of an address that mail can be sent to, in JSON. */
const maxAddressBytes = 256

/** The fields that order the messages of a conversation, without their contents. */
export type MailEntry = Pick<InboundMail, '_id' | 'received_at' | 'is_first' | 'bounce'>
type LoadMails = (ids: readonly InboundMail['_id'][]) => Promise<WithMarkup<InboundMail>[]>

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const cut = (text: string, length: number) => (text.length > length ? text.slice(0, length) : text)

/** A message without what makes it large. */
function shortened<Given extends Message>(message: Given, max = shownOfEach): Given {
  const { to, cc, replyTo, attachments, text, quoted } = message
  const people = (given: Message['to']) =>
    given.slice(0, max.people).map(({ name, address }) => ({ name: cut(name, max.name), address }))
  const lengths = { text: text.length, quoted: quoted.length, people: to.length, files: attachments.length }
  const cuts = (['text', 'quoted', 'people', 'files'] as const).filter((part) => lengths[part] > max[part])
  return {
    ...message,
    html: null,
    text: cut(text, max.text),
    quoted: cut(quoted, max.quoted),
    attachments: attachments.slice(0, max.files),
    to: people(to),
    ...(cc && { cc: people(cc) }),
    ...(replyTo && { replyTo: people(replyTo) }),
    ...(cuts.length > 0 && { isCut: true as const, cut: cuts }),
  }
}

const whole = Number.POSITIVE_INFINITY
/** A message of which one part is whole, as are its people and files; of the other texts it has the beginning, and no markup. */
export const withPart = (message: Message, part: MessagePart): Message => ({
  ...shortened(message, { ...shownOfEach, people: whole, name: whole, files: whole, [part]: whole }),
  ...(part === 'html' && { html: message.html }),
})

type Entry = { id: string; at: string; message?: Message; mail?: InboundMail['_id'] }

/** The conversation of an inquiry in its order, oldest first. Mails are named only. */
function entriesOf(stored: Submission, index: readonly MailEntry[]): Entry[] {
  const mailEntry = ({ _id, received_at }: MailEntry): Entry => ({
    id: _id.toHexString(),
    at: received_at.toISOString(),
    mail: _id,
  })
  const origin = index.find(({ is_first }) => is_first)
  const whole = (message: Message): Entry => ({ id: message.id, at: message.at, message })
  const rest = [
    ...answersOf(stored, index).map(whole),
    ...index.filter((mail) => mail !== origin && !mail.bounce).map(mailEntry),
  ].sort((one, other) => one.at.localeCompare(other.at))
  return [origin ? mailEntry(origin) : whole(firstMessage(stored)), ...rest]
}

/** The mails of entries, by their ids. */
async function mailsOf(entries: readonly Entry[], load: LoadMails) {
  const mails = await load(entries.flatMap(({ mail }) => mail ?? []))
  return new Map(mails.map((one) => [one._id.toHexString(), one]))
}

/**
 * The last messages of a conversation, or those before one of them, oldest first, as many as fit into an answer; `earlier` is the number of
 * those before. @throws AppError `invalid_input` for a message that is not in it
 */
export async function conversationPage(
  stored: Submission,
  index: readonly MailEntry[],
  load: LoadMails,
  before?: string,
): Promise<{ messages: Message[]; earlier: number }> {
  const entries = entriesOf(stored, index)
  const end = before === undefined ? entries.length : entries.findIndex(({ id }) => id === before)
  if (end < 0) throw invalidField('before', 'There is no such message.')
  const messages: Message[] = []
  let bytes = 0
  let start = end
  while (start > 0 && messages.length < conversationPageSize) {
    const chunk = entries.slice(Math.max(0, start - readTogether, end - conversationPageSize), start)
    const mails = await mailsOf(chunk, load)
    for (const { id, message } of chunk.reverse()) {
      const mail = mails.get(id)
      const read = message ?? (mail && toMessage(mail, stored))
      const shown = read && shortened(read)
      bytes += bytesOf(shown ?? '')
      if (messages.length > 0 && bytes > maxPageBytes) return { messages, earlier: start }
      start--
      if (shown) messages.unshift(shown)
    }
  }
  return { messages, earlier: start }
}

/** All messages, oldest first and whole, a few at a time. */
export async function* wholeConversation(
  stored: Submission,
  index: readonly MailEntry[],
  load: LoadMails,
): AsyncGenerator<Message> {
  const entries = entriesOf(stored, index)
  for (let at = 0; at < entries.length; at += readTogether) {
    const chunk = entries.slice(at, at + readTogether)
    const mails = await mailsOf(chunk, load)
    for (const { id, message } of chunk) {
      const mail = mails.get(id)
      if (message ?? mail) yield message ?? toMessage(mail!, stored)
    }
  }
}

type Listed = InboundPage['data'][number]

/** A mail in a list: its beginning, and as much else as a list of 50 has room for. */
export function listed(mail: Listed): Listed {
  const excerpt = cut(mail.excerpt ?? mail.text, excerptLength)
  const whole = shortened(mail)
  const cuts = [...new Set([...(whole.cut ?? []), 'text' as const])]
  const short = { ...whole, excerpt, isCut: true as const, cut: cuts, text: excerpt, quoted: '' }
  if (bytesOf(short) <= maxListedBytes) return short
  const { from, replyTo, to, attachments, subject, suggestions } = short
  const leftOut = [to.length > 0 && ('people' as const), attachments.length > 0 && ('files' as const)]
  const begun = (length: number): Listed => {
    const named = <Given extends { name: string }>(one: Given): Given => ({ ...one, name: cut(one.name, length / 2) })
    const sender = ({ name, address }: Listed['from']) =>
      named({ name, address: bytesOf(address) > maxAddressBytes ? cut(address, length) : address })
    return {
      ...short,
      cut: [...new Set([...cuts, ...leftOut.filter((part) => part !== false)])],
      from: sender(from),
      subject: cut(subject, length),
      excerpt: cut(excerpt, length),
      text: cut(excerpt, length),
      to: [],
      attachments: [],
      ...(replyTo && { replyTo: replyTo.slice(0, 1).map(sender) }),
      suggestions: suggestions.slice(0, 2).map(named),
    }
  }
  return [80, 40].map(begun).find((one) => bytesOf(one) <= maxListedBytes) ?? begun(20)
}
