import EmailReplyParser from 'email-reply-parser'

/** The patterns of the library take longer than the length of the text and of its lines, so they get the beginning only. */
const maxSplitLength = 8_000
const maxLineLength = 1_000
/** Lines that begin as some quotations do. Its patterns for these languages reach over all later lines. */
const opening = /^\s*(?:Op|W dniu|Dnia|在)/gm
const maxOpenings = 5

/** What a person wrote in an answer, and what follows it: the text it answers, and the signature. */
export function splitQuote(text: string): { text: string; quoted: string } {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd())
  const whole = lines
    .filter((line, n) => line || lines[n - 1] || lines[n - 2])
    .join('\n')
    .trim()
  const end = whole.length > maxSplitLength ? whole.lastIndexOf('\n', maxSplitLength) : whole.length
  const beginning = whole.slice(0, Math.max(0, end))
  const isLong = beginning.split('\n').some((line) => line.length > maxLineLength)
  if (!beginning || isLong || (beginning.match(opening) ?? []).length > maxOpenings) return { text: whole, quoted: '' }
  const fragments = new EmailReplyParser().read(beginning).getFragments()
  const written = fragments.filter((one) => !one.isHidden())
  const hidden = fragments.filter((one) => one.isHidden())
  const shown = written
    .map((one) => one.getContent())
    .join('\n')
    .trim()
  // A mail that is nothing but a quotation is shown as it is; so is a long one that goes on after its quotations.
  const isCut = end < whole.length
  if (!shown || (isCut && !fragments.at(-1)?.isHidden())) return { text: whole, quoted: '' }
  const quoted = hidden
    .map((one) => one.getContent())
    .join('\n')
    .trim()
  return { text: shown, quoted: `${quoted}${whole.slice(end)}`.trim() }
}
