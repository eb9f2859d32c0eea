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
const enteredValue = (text: string): string => enteredLine(text.replace(everyUnseen, ''))
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

/**
 * The six digits of a code, whatever stands around and between them: `G-123456`, `123-456`, `Your code is 123456.`. Of a text
 * without them all its digits, so that seven are not taken for a code.
 */
export function enteredCode(text: string): string {
  const plain = westernDigits(enteredValue(text.slice(0, 2_000)).normalize('NFKC'))
  const [whole] = /(?<!\d)\d{6}(?!\d)/.exec(plain) ?? []
  if (whole !== undefined) return whole
  const [halves] = /(?<!\d)\d{3}[^\d\p{L}]{1,3}\d{3}(?!\d)/u.exec(plain) ?? []
  return (halves ?? plain).replaceAll(/\D/g, '')
}

/** No number is longer, and the patterns look at a text from each of its places. */
const maxPhone = 500
const scheme = /^(?:tel|callto|sms|whatsapp) ?: ?/i
const labelBefore =
  /^(?:tel(?:ephone)?|ph(?:one)?|cell|mobile|mob|home|work|[tpmch](?=[.:]))\b(?: ?#| ?(?:number|no)\b)?[.:]*\s?/i
const labelAfter = / ?(?:\((?:cell|mobile|home|work|[cmhw])\)|(?<=\d )(?:cell|mobile|home|work))$/i
const extension = /(?: ?[,;]? ?(?:x|ext\.?|extension|#) ?|;ext=)(\d{1,6})$/i
const phone = /^[+(\d][\d ()./+-]{2,}(?: x\d{1,6})?$/

/**
 * A phone number as people copy it: with the signs of a keyboard, without a link, a label and the end of a sentence, its extension as
 * ` x12`. What says more than a number stays as it was typed.
 */
export function enteredPhone(text: string): string {
  const line = enteredLine(text)
  if (line.length > maxPhone) return line
  const plain = westernDigits(enteredSigns(line).replaceAll(/[\u00b7\u2022\u2219\u22c5]/g, '.'))
  const [, extended] = extension.exec(plain) ?? []
  const bare = exactNumber(plain.replace(extension, ''))
    .replace(/^['"](.*?)['"]?$/, '$1')
    .replace(scheme, '')
    .replace(labelBefore, '')
    .replace(labelAfter, '')
    .replace(/\.0$/, '')
    .replace(/[ .,;/-]+$/, '')
    .trim()
  const number = extended && bare ? `${bare} x${extended}` : bare
  return phone.test(number) ? number : line
}

/** A spreadsheet writes a long number as 2.025550123E+09. One that has lost digits is none. */
function exactNumber(text: string): string {
  const [, decimals, exponent] = /^\d(?:\.(\d+))?e\+?(\d{1,2})$/i.exec(text) ?? []
  return decimals !== undefined && decimals.length === Number(exponent) ? String(Number(text)) : text
}
