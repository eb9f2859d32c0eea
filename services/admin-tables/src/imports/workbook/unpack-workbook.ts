import { isUtf8 } from 'node:buffer'
import { posix } from 'node:path'
import { invalidFile } from '@app/contracts/errors'
import { decoderOf } from '@app/reader/code-pages'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { attribute, columnNumber, mendedBook, mendedSheet, partName, plainXml, relationsOf } from './mend-workbook'

/** A format that shows nothing but digits and what parts them. A decimal point would make a number of it. */
const ofDigits = /^[0() -]{2,40}$/

/** By the style that cells name, the formats of postal codes and other names that look like numbers, such as `00000` or `000-00-0000`. */
function digitFormats(styles: string): ReadonlyMap<string, string> {
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
const withShownDigits = (sheet: string, formats: ReadonlyMap<string, string>): string =>
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

/** Of the parts that are read, unpacked; reading takes about ten times as much memory. */
const maxUnpackedBytes = 10 * 1024 * 1024
/** Empty rows and cells up to the last one that holds something are read as well. */
const maxCells = 2_000_000
const maxParts = 200

const inCsv = 'Save the sheet as CSV, which may be larger, and choose that file.'

/** Without cells that only have a format, which may reach to the last row of a sheet. */
const withoutEmptyCells = (sheet: string) =>
  sheet.replace(/<(?:\w+:)?c\b[^>]*\/>/g, '').replace(/<(?:\w+:)?row\b[^>]*\/>|<((?:\w+:)?row)\b[^>]*><\/\1>/g, '')

/** An error of a formula, such as #N/A, is read as its text: an empty cell would clear the value of a record. */
const withErrorsAsText = (sheet: string) =>
  sheet.replace(/(<(?:\w+:)?c\b[^>]*\st=)(?:"e"|'e')/g, (_, before: string) => `${before}"str"`)

function requireBoundedSheet(sheet: string): void {
  let rows = 0
  let columns = 0
  for (const [, letters = '', row] of sheet.matchAll(/\sr=["']([A-Za-z]*)(\d+)["']/g)) {
    rows = Math.max(rows, Number(row))
    columns = Math.max(columns, letters.length > 3 ? Number.POSITIVE_INFINITY : columnNumber(letters))
  }
  if (rows * columns > maxCells) throw invalidFile(`A sheet of this workbook has too many rows and columns. ${inCsv}`)
}

/** The encoding of a part, by its first signs or as it says itself. */
function encodingOf(part: Uint8Array): string {
  const [first = 0, second = 0] = part
  if (first === 0xff || (first === 0x3c && second === 0)) return 'utf-16le'
  if (first === 0xfe || (first === 0 && second === 0x3c)) return 'utf-16be'
  const start = Buffer.from(part.subarray(0, 200)).toString('latin1')
  return /^[^<]{0,3}<\?xml[^>]{0,150}?\sencoding=["']([\w.-]{1,40})/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8'
}

/** The text of a part. @throws RangeError for an encoding that is not known, or one that the part is not in */
function xmlOf(part: Uint8Array<ArrayBuffer>): string {
  const encoding = encodingOf(part)
  const isPlain = /^(?:utf-?8|us-ascii)$/.test(encoding)
  if (isPlain && !isUtf8(part)) throw new RangeError('The part is not in UTF-8.')
  const text = isPlain ? strFromU8(part) : decoderOf(encoding).decode(part)
  return isPlain ? text : text.replace(/^\ufeff?<\?xml[^>]*>/, '')
}

/** Unpacks parts of a file: what its directory says of their sizes is checked before, and no more than that is unpacked. */
function unpacking(file: Uint8Array) {
  let bytes = 0
  let parts = 0
  return (isWanted: (name: string) => boolean): Map<string, string> => {
    const unpacked = unzipSync(file, {
      filter({ name, originalSize }) {
        if (!isWanted(partName(name))) return false
        bytes += originalSize
        if (++parts > maxParts || bytes > maxUnpackedBytes) throw invalidFile(`This workbook is too large. ${inCsv}`)
        return true
      },
    })
    const texts = new Map(Object.entries(unpacked).map(([name, part]) => [partName(name), xmlOf(part)]))
    if (texts.size < Object.keys(unpacked).length) throw new RangeError('Two parts have one name.')
    return texts
  }
}

const rootRelations = '_rels/.rels'
const relationsName = (part: string) => posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
const officeType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'

type Formats = ReturnType<typeof digitFormats>
const mended: Readonly<Record<string, (part: string, formats: Formats) => string>> = {
  styles: (part) => part,
  sharedStrings: plainXml,
  worksheet(part, formats) {
    const sheet = withShownDigits(withErrorsAsText(withoutEmptyCells(mendedSheet(plainXml(part)))), formats)
    requireBoundedSheet(sheet)
    return sheet
  },
}

/**
 * The parts of a workbook that hold cells, repacked without compression under the names that the library expects. They are found as
 * Excel finds them, by what refers to them; whatever else the file holds stays packed.
 * @throws AppError `invalid_input`
 */
export function boundedWorkbook(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const unpack = unpacking(file)
  const root = unpack((name) => name === rootRelations).get(rootRelations) ?? ''
  const bookName = relationsOf(root, '').find(({ kind }) => kind === 'officeDocument')?.name ?? 'xl/workbook.xml'
  const ofBook = relationsName(bookName)
  const main = unpack((name) => name === bookName || name === ofBook)
  const relations = relationsOf(main.get(ofBook) ?? '', bookName).filter(({ kind }) => Object.hasOwn(mended, kind))
  const named = new Set(relations.map(({ name }) => name))
  const parts = unpack((name) => named.has(name))
  const there = relations.filter(({ name }) => parts.has(name))
  const sheets = new Set(there.flatMap(({ id, kind }) => (kind === 'worksheet' ? id : [])))
  const files: Record<string, string> = { 'xl/workbook.xml': mendedBook(main.get(bookName) ?? '', sheets) }
  const styles = there.find(({ kind }) => kind === 'styles')
  const formats = digitFormats(styles ? parts.get(styles.name)! : '')
  const tags = there.map(({ id, kind, name }, at) => {
    files[`xl/${at}.xml`] = mended[kind]!(parts.get(name)!, formats)
    return `<Relationship Id="${id}" Type="${officeType}${kind}" Target="${at}.xml"/>`
  })
  files['xl/_rels/workbook.xml.rels'] = `<Relationships>${tags.join('')}</Relationships>`
  const packed = Object.entries(files).map(([name, part]) => [name, strToU8(part)] as const)
  return new Uint8Array(zipSync(Object.fromEntries(packed), { level: 0 }))
}
