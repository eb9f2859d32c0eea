import type { AttachedPart } from './attached-parts'

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
const methods: Readonly<Record<string, string>> = {
  CANCEL: 'A calendar event was canceled. The file is attached.',
  REPLY: 'An answer to an invitation. The file is attached.',
}

/** Says why a mail has no text of its own, or where what is shown is from. */
export function noteFor(why: Textless, text: string, part: AttachedPart | undefined): string {
  if (why === 'signed-opaque' && text) return 'The text was inside of a signature (S/MIME), which was not checked.'
  if (why === 'forwarded-only' && !text)
    return 'The sender wrote nothing: a mail is attached, whose text is not shown here.'
  const [, method = ''] =
    why === 'calendar' && part ? (/^METHOD:\s{0,5}([a-z]{1,20})/im.exec(textOf(part.bytes)) ?? []) : []
  return methods[method.toUpperCase()] ?? notes[why]
}
/** Of a mail that has a text as well. */
export const mendedBreaks = 'The lines of the mail were damaged by the program that wrote it, and were mended.'
export const damagedLetters = 'Some letters of the mail are damaged: they are shown as \ufffd.'
export const unknownParts = 'The parts of the mail cannot be told apart: it is shown as it came.'
export const twiceEncoded = 'Its letters were encoded twice, and are shown as they were meant.'
export const partlyEncrypted = 'A part of the mail is encrypted and is not shown.'

const textOf = (bytes: Buffer) => new TextDecoder().decode(bytes.subarray(0, maxCalendar))
const maxCalendar = 100_000

/** Of a calendar, the first event in words: its title, when and where. Times are those that it states. */
function calendarText(calendar: string): string {
  const lines = calendar
    .replace(/\r+\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
  const from = Math.max(
    0,
    lines.findIndex((line) => /^BEGIN:VEVENT$/i.test(line.trim())),
  )
  const fieldOf = (name: string) => {
    const line =
      lines
        .slice(from)
        .find((one) => one.slice(0, name.length).toUpperCase() === name && /^[;:]/.test(one.slice(name.length))) ?? ''
    const zoneAt = line.toUpperCase().indexOf(';TZID=')
    const [zone = ''] =
      zoneAt < 0
        ? []
        : line
            .slice(zoneAt + 6, zoneAt + 106)
            .replaceAll('"', '')
            .split(/[;:]/)
    return { text: line.slice(line.indexOf(':') + 1), value: line.slice(line.lastIndexOf(':') + 1), zone }
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

const answers: Readonly<Record<string, string>> = {
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  TENTATIVE: 'Accepted tentatively',
}
function calendarPart({ bytes }: AttachedPart): string {
  const calendar = textOf(bytes)
  const [, answer = ''] = /^METHOD:\s{0,5}REPLY/im.test(calendar)
    ? (/PARTSTAT=([A-Z-]{1,30})/i.exec(calendar) ?? [])
    : []
  return [answers[answer.toUpperCase()], calendarText(calendar)].filter(Boolean).join('\n')
}

/** The kind of a mail without a text of its own, by its parts. */
export function whyTextless(
  type: string,
  parts: readonly AttachedPart[],
): { why: Textless; text: string; part: AttachedPart | undefined } {
  const find = (...kinds: AttachedPart['kind'][]) => parts.find(({ kind }) => kinds.includes(kind))
  const encrypted = find('encrypted', 'pgp')
  if (/^multipart\/encrypted/.test(type) || encrypted) return { why: 'encrypted', text: '', part: encrypted }
  const signed = find('signed')
  if (signed) return { why: 'signed-opaque', text: '', part: signed }
  const calendar = find('calendar')
  if (calendar) return { why: 'calendar', text: calendarPart(calendar), part: calendar }
  const mail = find('mail') ?? find('outlook')
  return { why: mail ? 'forwarded-only' : 'empty', text: '', part: mail }
}
