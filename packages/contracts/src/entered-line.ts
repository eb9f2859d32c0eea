/** Invisible characters that programs add to copied text: zero width and text direction. Those within emoji stay. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u
const blank = /[\s\p{Cc}]/u
const isDropped = (sign: string) => unseen.test(sign) || blank.test(sign)

/** One line as somebody entered it, without blanks and invisible signs at its ends. */
export function enteredLine(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isDropped(text[start]!)) start++
  while (end > start && isDropped(text[end - 1]!)) end--
  return text.slice(start, end)
}

/** The same without invisible signs and blanks that do not break, anywhere: for values in which none can be meant. */
export const enteredValue = (text: string): string => enteredLine(text.replace(everyUnseen, ''))
const everyUnseen = new RegExp(`${unseen.source}|[\\u00a0\\u2007\\u202f]`, 'gu')

/** A value that programs read, such as a date or a number: its signs as a keyboard types them, without invisible ones. */
export const enteredSigns = (text: string): string =>
  text
    .replace(new RegExp(unseen, 'gu'), '')
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/gu, ' ')
    .trim()

/** Several lines: the line break within a paragraph that word processors copy is one. */
export const enteredLines = (text: string): string => text.replaceAll('\u000b', '\n')

const digit = /\p{Nd}/u
/** The ten digits of a script follow each other, and those of its other styles behind them. */
function westernDigit(sign: string): string {
  const code = sign.codePointAt(0)!
  let before = 0
  for (let one = code - 1; one > code - 60 && digit.test(String.fromCodePoint(one)); one--) before++
  return String(before % 10)
}

/** The digits of any script as a keyboard here types them, with the signs that Arabic writes between them. */
export const westernDigits = (text: string): string =>
  text
    .replace(/(?!\d)\p{Nd}/gu, westernDigit)
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')

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
