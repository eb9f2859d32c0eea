import { isUtf8 } from 'node:buffer'
import { AppError } from '@app/contracts/errors'
import { decoderOf } from '@app/reader/likely-encodings'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { mendedBook, mendedSheet, plainXml, sheetParts } from './mend-workbook'

/** Of the parts that are read, unpacked; reading takes about ten times as much memory. */
const maxUnpackedBytes = 10 * 1024 * 1024
/** Empty rows and cells up to the last one that holds something are read as well. */
const maxCells = 2_000_000
const maxParts = 200

const inCsv = 'Save the sheet as CSV, which may be larger, and choose that file.'
const refuse = (message: string) => new AppError('invalid_input', message, { file: message })

/** The parts that a workbook is read from; pictures, charts and themes are left packed. */
const isRead = (name: string) =>
  /\.(xml|rels)$/.test(name) && !/(^|\/)(charts|chartsheets|comments|docProps|drawings|theme)\//.test(name)

const columnNumber = (letters: string) =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** Without cells that only have a format, which may reach to the last row of a sheet. */
const withoutEmptyCells = (sheet: string) =>
  sheet.replace(/<(?:\w+:)?c\b[^>]*\/>/g, '').replace(/<(?:\w+:)?row\b[^>]*\/>|<((?:\w+:)?row)\b[^>]*><\/\1>/g, '')

/** An error of a formula, such as #N/A, is read as its text: an empty cell would clear the value of a record. */
const withErrorsAsText = (sheet: string) =>
  sheet.replace(/(<(?:\w+:)?c\b[^>]*\st=)(?:"e"|'e')/g, (_, before: string) => `${before}"str"`)

function requireBoundedSheet(sheet: string): void {
  let [rows, columns] = [0, 0]
  for (const [, letters = '', row] of sheet.matchAll(/\sr=["']([A-Za-z]*)(\d+)["']/g)) {
    rows = Math.max(rows, Number(row))
    columns = Math.max(columns, letters.length > 3 ? Number.POSITIVE_INFINITY : columnNumber(letters))
  }
  if (rows * columns > maxCells) throw refuse(`A sheet of this workbook has too many rows and columns. ${inCsv}`)
}

/** The encoding of a part, by its first signs or as it says itself. */
function encodingOf(part: Uint8Array): string {
  const [first = 0, second = 0] = part
  if (first === 0xff || (first === 0x3c && second === 0)) return 'utf-16le'
  if (first === 0xfe || (first === 0 && second === 0x3c)) return 'utf-16be'
  const start = Buffer.from(part.subarray(0, 200)).toString('latin1')
  return /^[^<]{0,3}<\?xml[^>]{0,150}?\sencoding=["']([\w.-]{1,40})/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8'
}

/** A part in UTF-8. @throws RangeError for an encoding that is not known, or one that the part is not in */
function inUtf8(part: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const encoding = encodingOf(part)
  if (/^(?:utf-?8|us-ascii)$/.test(encoding)) {
    if (!isUtf8(part)) throw new RangeError('The part is not in UTF-8.')
    return part
  }
  return strToU8(
    decoderOf(encoding)
      .decode(part)
      .replace(/^\ufeff?<\?xml[^>]*>/, ''),
  )
}

/**
 * The parts of a workbook that hold cells, repacked without compression: what its directory says of sizes is checked before
 * anything is unpacked, and no more than that is unpacked.
 * @throws AppError `invalid_input`
 */
export function boundedWorkbook(file: Uint8Array): Uint8Array<ArrayBuffer> {
  let [bytes, parts] = [0, 0]
  const files = unzipSync(file, {
    filter({ name, originalSize }) {
      if (!isRead(name)) return false
      bytes += originalSize
      if (++parts > maxParts || bytes > maxUnpackedBytes) throw refuse(`This workbook is too large. ${inCsv}`)
      return true
    },
  })
  for (const name of Object.keys(files).filter((one) => one.includes('\\')))
    files[name.replaceAll('\\', '/')] = files[name]!
  for (const [name, content] of Object.entries(files)) files[name] = inUtf8(content)
  const [book, relations] = [files['xl/workbook.xml'], files['xl/_rels/workbook.xml.rels']]
  if (book && relations)
    files['xl/workbook.xml'] = strToU8(
      mendedBook(strFromU8(book), strFromU8(relations), (part) => Object.hasOwn(files, part)),
    )
  const sheets = new Set(relations && sheetParts(strFromU8(relations)).map(({ part }) => part))
  for (const [name, content] of Object.entries(files)) {
    if (/sharedStrings\.xml$/i.test(name)) files[name] = strToU8(plainXml(strFromU8(content)))
    if (!sheets.has(name) && !/worksheets\/[^/]+\.xml$/i.test(name)) continue
    const sheet = withErrorsAsText(withoutEmptyCells(mendedSheet(plainXml(strFromU8(content)))))
    requireBoundedSheet(sheet)
    files[name] = strToU8(sheet)
  }
  return new Uint8Array(zipSync(files, { level: 0 }))
}
