import EmailReplyParser from 'email-reply-parser'

/** The patterns of the library take longer than the length of the text and of its lines, so they get the beginning only. */
const maxSplitLength = 8_000
const maxLineLength = 1_000
/** Lines that begin as some quotations do. Its patterns for these languages reach over all later lines. */
const opening = /^[ \t]*(?:Op|W dniu|Dnia|在)/gm
const maxOpenings = 5

/** How many lines an introduction of a quotation has, at most: programs break it where it is long. */
const maxIntroLines = 3
const maxIntroLength = 300
const address = /<?[^\s<>@]{1,64}@[\w.-]{1,200}>?/
const year = /(?<!\d)(?:19|20)\d\d(?!\d)/
const time = /(?<!\d)\d{1,2}[:.h時시点]\s?\d{2}(?!\d)/

/**
 * Splits off the introduction of a quotation that ends a text, in any language: who wrote when, ending with a colon. A name is not enough,
 * nor is a time: a person may write "I come at 10:30:".
 */
function splitIntro(text: string): { text: string; intro: string } {
  const lines = text.trimEnd().split('\n')
  if (!/[:：]\s?$/.test(lines.at(-1) ?? '')) return { text, intro: '' }
  for (let count = 1; count <= Math.min(maxIntroLines, lines.length); count++) {
    const intro = lines.slice(-count).join('\n')
    if (intro.length > maxIntroLength || lines.at(-count) === '') break
    const facts = [address, year, time].filter((fact) => fact.test(intro)).length
    if (facts >= 2) return { text: lines.slice(0, -count).join('\n').trim(), intro }
  }
  return { text, intro: '' }
}

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
  const { text: own, intro } = quoted.startsWith('>') ? splitIntro(shown) : { text: shown, intro: '' }
  if (!own) return { text: whole, quoted: '' }
  return { text: own, quoted: [intro, `${quoted}${whole.slice(end)}`].filter(Boolean).join('\n').trim() }
}
