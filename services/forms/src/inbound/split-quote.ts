import EmailReplyParser from 'email-reply-parser'
import { withMarkedIntros, withoutGuards } from './quote-intro'
import { isSeen } from './shown-text'

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
