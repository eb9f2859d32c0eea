import { onceEncoded } from '@app/reader/once-encoded'
import { cleanMailMarkup, textOfMarkup } from '@app/rich-text/clean-rich-text'
import { isSeen } from './conversation-text'
import { splitQuote } from './quote-intro'

const maxTextLength = 100_000
/** Markup beyond these is shown as text. Cleaning it takes time for each tag and entity, during which nothing else is done. */
const maxMarkupLength = 300_000
const maxSigns = 10_000

/** Pictures within the markup, which is not shown with them. */
const inlinePictures = /\bdata:image\/[\w.+-]{1,40};base64,[A-Za-z\d+/=\s]*/gi

type MailBody = { text: string; quoted: string; html: string | null; note: string | null }

/** The same as it was meant where its letters were encoded twice. */
export function onceEncodedBody(body: MailBody): MailBody | undefined {
  const text = onceEncoded(body.text)
  if (text === body.text) return undefined
  return { ...body, text, quoted: onceEncoded(body.quoted), html: body.html && onceEncoded(body.html) }
}

/** The beginning of markup that can be cleaned in a moment. */
function beginningOf(markup: string): string {
  const sign = /[<&]/g
  let signs = 0
  while (signs < maxSigns && sign.test(markup)) signs++
  return markup.slice(0, Math.min(maxMarkupLength, signs < maxSigns ? markup.length : sign.lastIndex - 1))
}

const maxStub = 400
const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
/** True for a short text that says something else than the markup, such as that a program shows none. */
function isStub(text: string, markup: string): boolean {
  if (markup === '' || text.length > maxStub) return false
  const own = wordsIn(text)
  const others = new Set(wordsIn(textOfMarkup(markup).slice(0, maxTextLength)))
  return others.size > 0 && own.filter((word) => others.has(word)).length * 2 < own.length
}

/** The shown text and markup of a mail. `isCut`: the text or the markup ends before the mail does. */
export function readBody(given: { text: string; html: string }, isCut: { text: boolean; html: boolean }): MailBody {
  const markup = given.html.replace(inlinePictures, '')
  const beginning = beginningOf(markup)
  const isWhole = !isCut.html && beginning.length === markup.length
  const isOther = isWhole && isSeen(given.text) && isStub(given.text, beginning)
  const isWritten = isSeen(given.text) && !isOther
  const complete = isWritten ? given.text : textOfMarkup(beginning)
  const { text, quoted } = splitQuote(complete.slice(0, maxTextLength))
  const html = isWhole && markup !== '' ? cleanMailMarkup(markup).trim() || null : null
  if (complete.length > maxTextLength || (isWritten ? isCut.text : !isWhole))
    return { text, quoted, html, note: 'The text is too long and was cut. The complete mail is attached.' }
  if (isOther)
    return { text, quoted, html, note: `The mail has another text, which is not shown: “${given.text.trim()}”` }
  const note = isWhole ? null : 'The formatting is too long to be shown. The complete mail is attached.'
  return { text, quoted, html, note }
}
