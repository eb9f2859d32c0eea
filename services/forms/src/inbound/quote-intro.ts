import { westernDigits } from '@app/contracts/entered-line'
import EmailReplyParser from 'email-reply-parser'
import { isSeen } from './conversation-text'

/** The most lines of an introduction of a quotation: programs break it where it is long. */
const maxIntroLines = 3
const maxIntroLength = 300
/** A line that a program broke is at least this long. */
const minBroken = 55
const address = /<?[^\s<>@]{1,64}@[\w.-]{1,200}>?/
const date = /(?<!\d)(?:(?:19|20)\d\d(?!\d)|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2}(?!\d))/
const time = /(?<!\d)\d{1,2}[:.h時时시点]\s?\d{2}(?!\d)/
const facts = [address, date, time]

const isQuoted = (line: string | undefined) => line?.startsWith('>') ?? false
const isBlank = (line: string | undefined) => line === undefined || line.trim() === ''
/** A line as it is compared: marks of direction are none of its signs. */
const comparableLine = (line: string) => westernDigits(line.replace(/\p{Default_Ignorable_Code_Point}/gu, '')).trimEnd()

/**
 * The number of lines before a place that introduce a quotation, in any language: who wrote when, ending with a colon. A name is not enough, nor is a
 * time: a person may write "I come at 10:30:". `needed`: of an address, a date and a time.
 */
function introBefore(lines: readonly string[], end: number, needed: number): number {
  if (!/[:：]$/.test(comparableLine(lines[end - 1] ?? ''))) return 0
  for (let count = 1; count <= Math.min(maxIntroLines, end); count++) {
    const first = lines[end - count]
    const intro = comparableLine(lines.slice(end - count, end).join(' '))
    if (intro.length > maxIntroLength || isBlank(first) || isQuoted(first)) return 0
    if (facts.filter((fact) => fact.test(intro)).length < needed) continue
    const before = lines[end - count - 1] ?? ''
    const isBroken = /^[<(]/.test(first ?? '') || (before.length > minBroken && !/[.!?。！？]$/.test(before))
    const isRest = isBroken && count < maxIntroLines && !isBlank(before) && !isQuoted(before)
    return isRest ? count + 1 : count
  }
  return 0
}

/** "From:" and "Subject:" or "Sent:", as Outlook and phones write them above a mail that is answered. */
const from =
  /^\*?(?:from|von|de|da|van|från|fra|od|от|від|od|lähettäjä|gönderen|kimden|feladó|de la|expeditor|από|από|frá|saatja|siuntėjas|nuo|no|šalje|pošiljatelj|发件人|發件人|寄件者|寄件人|差出人|送信者|보낸 ?사람|发自|من|מאת|از|प्रेषक|จาก|từ|người gửi|dari|pengirim)\s?\*?\s?[:：]/iu
const subject =
  /^\*?(?:subject|sent|date|betreff|gesendet|datum|objet|envoyé|asunto|enviado(?: el)?|fecha|assunto|enviad[ao](?: em)?|data|oggetto|inviato|onderwerp|verzonden|ämne|skickat|emne|sendt|dato|temat|wysłano|wysłane|předmět|odesláno|predmet|odoslané|poslano|zadeva|naslov|тема|отправлено|дата|надіслано|относно|изпратено|предмет|aihe|lähetetty|konu|gönderildi|tarih|tárgy|elküldve|subiect|trimis|θέμα|στάλθηκε|efni|teema|saadetud|tema|išsiųsta|主题|主題|主旨|发送时间|傳送時間|寄件日期|日期|件名|送信日時|日時|제목|보낸 ?날짜|날짜|الموضوع|تم الإرسال|التاريخ|נושא|נשלח|תאריך|موضوع|विषय|หัวเรื่อง|เรื่อง|chủ đề|tiêu đề|đã gửi|perihal|subjek|dikirim)\s?\*?\s?[:：]/iu
const dashes = /^[-_—]{2}/
const isSeparator = (line: string) => dashes.test(line) && dashes.test(line.slice(-2))
const maxFields = 8
const maxFieldLength = 1_000
const maxLabel = 40

/** Most lines have no colon, which is told sooner than the rest. */
const beginsHeader = (line: string) =>
  /[:：]/.test(line.slice(0, maxLabel)) && from.test(comparableLine(line.slice(0, maxLabel)).trimStart())

/** True if the header of a mail that is answered begins here. */
function isHeader(lines: readonly string[], at: number): boolean {
  if (!beginsHeader(lines[at] ?? '')) return false
  const fields = lines
    .slice(at, at + maxFields)
    .map((line) => comparableLine(line.slice(0, maxFieldLength)).trimStart())
  const end = fields.findIndex(isBlank)
  const head = fields.slice(0, end < 0 ? undefined : end)
  const when = head.slice(1).filter((field) => subject.test(field))
  return (
    head.length > 2 && when.length > 0 && (date.test(head.slice(1).join(' ')) || time.test(head.slice(1).join(' ')))
  )
}

/** Keeps a line from being taken for the header of a mail: that of a form names a visitor, too. */
const guard = '\ue000'
const withoutGuards = (text: string): string => text.replaceAll(guard, '')

/** An mbox marks lines of a text that begin like its own. */
const isEscaped = (lines: readonly string[], at: number) =>
  /^>From /.test(lines[at] ?? '') && !isQuoted(lines[at - 1]) && !isQuoted(lines[at + 1])

/**
 * Marks what introduces a quotation as a part of it, and the mail below an introduction that quotes without marks. What a person wrote keeps
 * its lines.
 */
function withMarkedIntros(given: readonly string[]): string[] {
  const lines = given.map((line, at) => (isEscaped(given, at) ? line.slice(1) : line))
  const mark = (start: number, end: number) => {
    for (let at = start; at < end; at++) lines[at] = `> ${lines[at]}`.trimEnd()
  }
  let isWritten = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (isQuoted(line)) {
      if (isQuoted(lines[at - 1])) continue
      const end = isBlank(lines[at - 1]) ? at - 1 : at
      mark(end - introBefore(lines, end, 2), at)
      continue
    }
    if (isWritten && isHeader(lines, at)) {
      const above = isBlank(lines[at - 1]) ? at - 2 : at - 1
      mark(isSeparator((lines[above] ?? '').trim()) ? above : at, lines.length)
      return lines
    }
    const intro = isBlank(lines[at + 1]) ? introBefore(lines, at + 1, facts.length) : 0
    const next = intro > 0 ? lines.slice(at + 1).find((one) => !isBlank(one)) : undefined
    if (next !== undefined && !isQuoted(next) && lines.slice(0, at + 1 - intro).some((one) => !isBlank(one))) {
      mark(at + 1 - intro, lines.length)
      return lines
    }
    if (beginsHeader(line)) lines[at] = `${guard}${line}`
    isWritten ||= !isBlank(line)
  }
  return lines
}

/** The patterns of the library take longer than the length of the text and of its lines, so they get the beginning only. */
const maxSplitLength = 8_000
const maxLineLength = 1_000
/** Lines that begin as some quotations do. Its patterns for these languages reach over all later lines. */
const opening = /^[ \t]*(?:Op|W dniu|Dnia|在)/gm
const maxOpenings = 5

/** A signature that asks something, or is long, is a part of the text. */
const maxSignature = 1_000

type Fragment = ReturnType<ReturnType<EmailReplyParser['read']>['getFragments']>[number]
const isAsked = (fragment: Fragment) =>
  fragment.isSignature() && (fragment.getContent().length > maxSignature || /[?？؟]\s*$/m.test(fragment.getContent()))

/** Without more than two empty lines in a row. */
const joined = (lines: readonly string[]) =>
  lines
    .filter((line, n) => line || lines[n - 1] || lines[n - 2])
    .join('\n')
    .trim()

/** A quotation without the lines at its ends that quote nothing. */
function withoutEmptyEnds(quoted: string): string {
  const lines = quoted.split('\n')
  const start = lines.findIndex((line) => line !== '>')
  const end = lines.findLastIndex((line) => line !== '>')
  return lines.slice(Math.max(0, start), end + 1).join('\n')
}

/** Splits an answer into its own text and what follows it: the text it answers, and the signature. */
export function splitQuote(text: string): { text: string; quoted: string } {
  const lines = withoutGuards(text)
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
  const unsplit = { text: joined(lines), quoted: '' }
  const whole = joined(withMarkedIntros(lines))
  const end = whole.length > maxSplitLength ? whole.lastIndexOf('\n', maxSplitLength) : whole.length
  const beginning = whole.slice(0, Math.max(0, end))
  const isLong = beginning.split('\n').some((line) => line.length > maxLineLength)
  if (!beginning || isLong || (beginning.match(opening) ?? []).length > maxOpenings) return unsplit
  const fragments = new EmailReplyParser().read(beginning).getFragments()
  const isWritten = (one: Fragment) => !one.isHidden() || isAsked(one)
  const textOf = (some: readonly Fragment[]) => withoutGuards(some.map((one) => one.getContent()).join('\n')).trim()
  const shown = textOf(fragments.filter(isWritten))
  // A mail that is nothing but a quotation is shown as it is; so is a long one that goes on after its quotations.
  const isCut = end < whole.length
  if (!isSeen(shown) || (isCut && !fragments.at(-1)?.isHidden())) return unsplit
  const quoted = `${textOf(fragments.filter((one) => !isWritten(one)))}${whole.slice(end)}`.trim()
  return { text: shown, quoted: withoutEmptyEnds(quoted) }
}
