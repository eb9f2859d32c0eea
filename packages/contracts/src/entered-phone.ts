import { enteredLine, enteredSigns, westernDigits } from './entered-line'

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
