import type { Conversation } from '@app/contracts/conversations'
import type { Inquiry } from '@app/contracts/inquiries'
import type { Message } from '@app/contracts/messages'
import { dateFormat } from '@app/school-time/date-format'
import { schoolZone } from '@app/school-time/school-day'

const times = () => dateFormat({ timeZone: schoolZone, dateStyle: 'medium', timeStyle: 'short' }, 'en-US')
const timeText = (instant: string) => times().format(new Date(instant))

const personText = ({ name, address }: Message['from']) => (name && address ? `${name} <${address}>` : name || address)
const statusTexts = { new: 'New', in_progress: 'In progress', answered: 'Answered', closed: 'Closed' } as const
const line = '-'.repeat(72)

const quotedLines = (text: string) => text.split('\n').map((one) => `> ${one}`)

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
    ...(quoted ? ['', ...quotedLines(quoted)] : []),
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
