import { cleanMailMarkup, textOfMarkup } from '@app/rich-text/clean-rich-text'
import { isSeen } from './shown-text'
import { splitQuote } from './split-quote'

const maxTextLength = 100_000
/** Markup beyond these is shown as text. Cleaning it takes time for each tag and entity, during which nothing else is done. */
const maxMarkupLength = 300_000
const maxSigns = 10_000

/** Pictures within the markup, which is not shown with them. */
const inlinePictures = /\bdata:image\/[\w.+-]{1,40};base64,[A-Za-z\d+/=\s]*/gi

export type MailBody = { text: string; quoted: string; html: string | null; note: string | null }

/** The beginning of markup that can be cleaned in a moment. */
function beginningOf(markup: string): string {
  const sign = /[<&]/g
  let signs = 0
  while (signs < maxSigns && sign.test(markup)) signs++
  return markup.slice(0, Math.min(maxMarkupLength, signs < maxSigns ? markup.length : sign.lastIndex - 1))
}

/** The shown text and markup of a mail. `isCut`: the text or the markup ends before the mail does. */
export function readBody(given: { text: string; html: string }, isCut: { text: boolean; html: boolean }): MailBody {
  const markup = given.html.replace(inlinePictures, '')
  const beginning = beginningOf(markup)
  const isWhole = !isCut.html && beginning.length === markup.length
  const isWritten = isSeen(given.text)
  const complete = isWritten ? given.text : textOfMarkup(beginning)
  const { text, quoted } = splitQuote(complete.slice(0, maxTextLength))
  const html = isWhole && markup !== '' ? cleanMailMarkup(markup).trim() || null : null
  if (complete.length > maxTextLength || (isWritten ? isCut.text : !isWhole))
    return { text, quoted, html, note: 'The text is too long and was cut. The complete mail is attached.' }
  const note = isWhole ? null : 'The formatting is too long to be shown. The complete mail is attached.'
  return { text, quoted, html, note }
}
