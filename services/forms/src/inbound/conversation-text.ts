import type { Conversation } from '@app/contracts/conversations'
import type { Inquiry } from '@app/contracts/inquiries'
import type { Message } from '@app/contracts/messages'
import { dateFormat, schoolZone } from '@app/school-time/school-day'

/** A sign that somebody sees. A picture in a text leaves U+FFFC. */
const seen = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u
/** True if a text shows anything. */
export const isSeen = (text: string): boolean => seen.test(text)

/** Letters and pictures that a joiner between them changes: it is no invisible sign there. */
const joined =
  '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Mymr}\\p{sc=Khmr}]'
/** The flags of England, Scotland and Wales; joiners; how a picture is drawn. */
const kept = [
  '\\u{1f3f4}[\\u{e0030}-\\u{e007a}]{2,6}\\u{e007f}',
  `(?<=${joined})[\\u200c\\u200d](?=${joined})`,
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}])[\\ufe0e\\ufe0f]',
  '(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
]
const unseen = new RegExp(`(${kept.join('|')})|\\p{Default_Ignorable_Code_Point}`, 'gu')

/** One line, such as a subject or a name, without invisible characters: they make two things look alike, or turn a line around. */
export const shownLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u2800]+/gu, ' ')
    .replace(unseen, (_, sign: string | undefined) => sign ?? '')
    .trim()

const shownTime = { timeZone: schoolZone, dateStyle: 'medium', timeStyle: 'short' } as const
const timeText = (instant: string) => dateFormat(shownTime, 'en-US').format(new Date(instant))

const personText = ({ name, address }: Message['from']) => (name && address ? `${name} <${address}>` : name || address)
const statusTexts = { new: 'New', in_progress: 'In progress', answered: 'Answered', closed: 'Closed' } as const
const line = '-'.repeat(72)

function messageLines({ at, from, to, cc = [], subject, text, quoted, attachments, note, bounce }: Message): string[] {
  const about = [
    `From: ${personText(from)}`,
    to.length > 0 && `To: ${to.map(personText).join(', ')}`,
    cc.length > 0 && `Cc: ${cc.map(personText).join(', ')}`,
    subject && `Subject: ${subject}`,
    attachments.length > 0 && `Files: ${attachments.map(({ name }) => name).join(', ')}`,
    bounce && `Not delivered: ${bounce.status}, ${timeText(bounce.at)}`,
    note && `Note: ${note}`,
  ]
  return [
    line,
    timeText(at),
    ...about.filter((one) => typeof one === 'string'),
    '',
    text,
    ...(quoted ? ['', ...quoted.split('\n').map((one) => `> ${one}`)] : []),
    '',
  ]
}

/** A conversation to read elsewhere: its messages, oldest first, and the notes of the team. In parts: it may be long. */
export async function* conversationText(
  { status, receivedAt }: Pick<Inquiry, 'status' | 'receivedAt'>,
  messages: AsyncIterable<Message> | Iterable<Message>,
  { visitor, notes }: Pick<Conversation, 'visitor' | 'notes'>,
): AsyncGenerator<string> {
  const { name, email, interest } = visitor
  const part = (lines: readonly string[]) => `${lines.join('\n')}\n`.replace(/\r\n?/g, '\n')
  yield part([
    `Conversation with ${personText({ name, address: email })}`,
    ...(interest ? [`Interest: ${interest}`] : []),
    `Received: ${timeText(receivedAt)}`,
    `Status: ${statusTexts[status]}`,
    `Times are those of ${schoolZone}.`,
    '',
  ])
  for await (const message of messages) yield part(messageLines(message))
  yield part([
    ...(notes.length > 0 ? [line, 'Notes of the team', ''] : []),
    ...notes.flatMap(({ at, by, text }) => [`${timeText(at)}, ${by}`, text, '']),
  ])
}
