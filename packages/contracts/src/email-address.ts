import { enteredLine, enteredValue } from './entered-line'

/** The maximum length in SMTP (RFC 5321, 4.5.3.1.3, corrected by erratum 1690). */
const maxLength = 254
/** Before the `@` (4.5.3.1.1). */
const maxLocalPart = 64

/**
 * One mailbox: a plain local part and a host name with a dot. Quoted parts, comments, lists and display names are
 * refused, so that a valid text can never name a second recipient.
 */
const mailbox =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** As it is copied from a link, between brackets, at the end of a sentence, with blanks around the `@`. */
const bare = (text: string) =>
  text
    .replace(/^mailto:\s?/i, '')
    .replace(/^<([^<>]*)>$/, '$1')
    .replace(/[.,;]$/, '')
    .replace(/ ?@ ?/, '@')

/**
 * The form in which addresses are stored and compared: NFKC, lower case, without what was copied along with it. `undefined` when
 * the text is not one mailbox. Normalization comes before validation, so that a look-alike of `@` cannot pass.
 */
export function normalEmail(text: string): string | undefined {
  if (text.length > 2 * maxLength) return undefined
  const address = bare(enteredLine(enteredValue(text).normalize('NFKC'))).toLowerCase()
  const fits = address.length <= maxLength && address.indexOf('@') <= maxLocalPart
  return fits && mailbox.test(address) ? address : undefined
}
