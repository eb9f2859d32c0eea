import type { Attachment, Email } from 'postal-mime'

/** Why a mail shows no text of its own. */
const textless = ['encrypted', 'signed-opaque', 'forwarded-only', 'calendar', 'empty', 'unreadable'] as const
export type Textless = (typeof textless)[number]

const notes: Record<Textless, string> = {
  encrypted:
    'The mail is encrypted for a key that this site does not have. Ask the sender to send it again without encryption.',
  'signed-opaque':
    'The text is inside of a signature (S/MIME) that is not read here. Open the attached mail, or ask the sender to send it again without a signature.',
  'forwarded-only': 'The sender wrote nothing: what is shown is the mail that was attached.',
  calendar: 'An invitation to a calendar. The file is attached.',
  empty: 'The mail has no text.',
  unreadable: 'The mail could not be read.',
}
export const noteFor = (why: Textless): string => notes[why]

const contentOf = ({ content }: Attachment) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** Of a calendar, the first event in words: its title, when and where. Times are those that it states. */
function calendarText(calendar: string): string {
  const lines = calendar
    .slice(0, 100_000)
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
  const from = Math.max(
    0,
    lines.findIndex((line) => /^BEGIN:VEVENT$/i.test(line.trim())),
  )
  const fieldOf = (name: string) => {
    const line = lines
      .slice(from)
      .find((one) => one.slice(0, name.length).toUpperCase() === name && /^[;:]/.test(one.slice(name.length)))
    const [, zone = ''] = /;TZID="?([^";:]{1,100})/i.exec(line ?? '') ?? []
    const value = (line ?? '').slice((line ?? '').lastIndexOf(':') + 1)
    return { text: (line ?? '').slice((line ?? '').indexOf(':') + 1), value, zone }
  }
  const words = (name: string) =>
    fieldOf(name)
      .text.replace(/\\n/gi, '\n')
      .replace(/\\([,;\\])/g, '$1')
      .trim()
  const time = (name: string) => {
    const { value, zone } = fieldOf(name)
    const [, year, month, day, hour, minute, utc] =
      /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d{0,2}(Z?))?/i.exec(value.trim()) ?? []
    if (!year) return ''
    return `${year}-${month}-${day}${hour ? ` ${hour}:${minute}` : ''}${utc ? ' UTC' : zone ? ` (${zone})` : ''}`
  }
  const times = [time('DTSTART'), time('DTEND')].filter(Boolean).join(' to ')
  return [words('SUMMARY'), times, words('LOCATION'), words('DESCRIPTION')].filter(Boolean).join('\n')
}

/** What an attached mail says of itself, and its text, which the caller reads. */
export const attachedMail = (email: Email) => email.attachments.find(({ mimeType }) => mimeType === 'message/rfc822')

/** Why a mail without a text has none, with what can be said in its place. */
export function whyTextless(email: Email, type: string): { why: Textless; text: string } {
  const has = (pattern: RegExp) =>
    pattern.test(type) || email.attachments.some(({ mimeType }) => pattern.test(mimeType))
  if (/^multipart\/encrypted/.test(type) || has(/^application\/pgp-encrypted/)) return { why: 'encrypted', text: '' }
  if (has(/^application\/(?:x-)?pkcs7-mime/)) {
    const isSigned = /smime-type\s*=\s*"?(?:signed-data|certs-only)/.test(type)
    return { why: isSigned ? 'signed-opaque' : 'encrypted', text: '' }
  }
  const calendar = email.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  if (calendar) return { why: 'calendar', text: calendarText(contentOf(calendar)) }
  return { why: attachedMail(email) ? 'forwarded-only' : 'empty', text: '' }
}
