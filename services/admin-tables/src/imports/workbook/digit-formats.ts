import { attribute } from './mend-workbook'

/** A format that shows nothing but digits and what parts them. A decimal point would make a number of it. */
const ofDigits = /^[0() -]{2,40}$/

/** By the style that cells name, the formats of postal codes and other names that look like numbers, such as `00000` or `000-00-0000`. */
export function digitFormats(styles: string): ReadonlyMap<string, string> {
  const codes = new Map(
    [...styles.matchAll(/<(?:\w+:)?numFmt\b[^<>]*>/g)].map(([tag]) => {
      const code = attribute(tag, 'formatCode') ?? ''
      return [attribute(tag, 'numFmtId'), code.replace(/\\|"|&quot;/g, '')]
    }),
  )
  const [, cells = ''] = styles.split(/<(?:\w+:)?cellXfs\b/)
  const formats = [...(cells.split(/<\/(?:\w+:)?cellXfs>/)[0] ?? '').matchAll(/<(?:\w+:)?xf\b[^<>]*>/g)].map(
    ([tag], at) => [String(at), codes.get(attribute(tag, 'numFmtId')) ?? ''] as const,
  )
  return new Map(formats.filter(([, code]) => ofDigits.test(code) && code.indexOf('0') < code.lastIndexOf('0')))
}

/** The digits of a number as such a format shows them: from the right, with zeros where there are none. */
function shownBy(format: string, number: string): string {
  const signs = [...format].toReversed()
  const digits = [...number.padStart(signs.filter((sign) => sign === '0').length, '0')]
  const shown = signs.map((sign) => (sign === '0' ? digits.pop() : sign)).toReversed()
  return digits.join('') + shown.join('')
}

/** More digits than a number of a program keeps. */
const roundedDigits = 16

/**
 * A sheet whose whole numbers are the texts that people see where they are names of something: in a format of digits, whose zeros belong
 * to them, or too long for a number.
 */
export const withShownDigits = (sheet: string, formats: ReadonlyMap<string, string>): string =>
  sheet.replace(
    /<((?:\w+:)?c)\b([^>]*[^/>]|)>(\s*<(?:\w+:)?v>)(-?)(\d{1,400})(?=<)/g,
    (cell, name: string, rest: string, value: string, minus: string, digits: string) => {
      const tag = `<c ${rest}>`
      const format = minus ? undefined : formats.get(attribute(tag, 's') ?? '')
      if ((attribute(tag, 't') ?? 'n') !== 'n' || (!format && digits.length < roundedDigits)) return cell
      const text = format ? shownBy(format, digits) : minus + digits
      return `<${name}${rest.replace(/\st=(?:"[^"]*"|'[^']*')/, '')} t="str">${value}${text}`
    },
  )
