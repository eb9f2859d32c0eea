import { enteredSigns, westernDigits } from '@app/contracts/entered-line'
import type { ImportNote } from '@app/contracts/imports'
import { isSerial, orderIn, plainDay, writtenDay } from '@app/table-schema'
import type { FileEncoding } from './decode-text'
import type { Beginning, Row } from './read-rows'
import type { Column } from './row-drafts'

/** The order of the dates of a column, by columns; a column that shows none is read as the others of the file are. */
export type Orders = ReadonlyMap<string, boolean>

/** "Date of birth (dd/mm/yyyy)" says its order itself. */
const statedOrder = (header: string): boolean | undefined =>
  /\bd{1,2}[/. -]?m{1,3}[/. -]?y{2,4}\b/i.test(header) ||
  (/\bm{1,3}[/. -]?d{1,2}[/. -]?y{2,4}\b/i.test(header) ? false : undefined)

const longDate = (text: string, dayFirst: boolean) => {
  const [one = '', other = '', year = ''] = text.split(/[/.-]/)
  const [month, day] = dayFirst ? [other, one] : [one, other]
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)))
  return `${date.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })}, ${year.split(/[ ,T]/)[0]}`
}

/** True for a time of another zone whose day is not the one at the school. */
const isShifted = (text: string): boolean => {
  const [day] = /^\d{4}-\d\d-\d\d(?=[ T]\d)/.exec(text) ?? []
  return day !== undefined && (writtenDay(text) ?? day) !== day
}

/**
 * Reads the dates of a file once before its rows are checked: a date such as 3/4/2001 is read as the others of its column are, and
 * asked about where all of them leave it open.
 */
export async function surveyDates(
  columns: readonly Column[],
  rows: AsyncIterable<Row>,
  dayFirst: boolean | undefined,
): Promise<{ orders: Orders; notes: ImportNote[] }> {
  const dates = columns.filter(({ field }) => field.format === 'date' || field.format === 'date-time')
  const found = dates.map((column) => ({
    column,
    month: 0,
    day: 0,
    either: 0,
    serials: 0,
    example: '',
    number: '',
    shifted: '',
  }))
  if (found.length > 0)
    for await (const { cells } of rows)
      for (const one of found) {
        const text = westernDigits(enteredSigns(cells[one.column.at] ?? '')).replace(/^="(.*)"$/, '$1')
        const order = orderIn(text)
        const day = plainDay(text)
        if (order) one[order]++
        if (order === 'either') one.example ||= day
        if (!one.shifted && one.column.field.format === 'date' && isShifted(text)) one.shifted = text
        if (isSerial(day)) {
          one.serials++
          one.number ||= day
        }
      }
  const orders = new Map<string, boolean>()
  const notes: ImportNote[] = []
  for (const { column, month, day, either, serials, example, number, shifted } of found) {
    const { header } = column
    const stated = statedOrder(header)
    const told = month > 0 === day > 0 ? stated : day > 0
    const order = told ?? dayFirst
    if (order !== undefined) orders.set(header, order)
    if (either > 0 && told === undefined)
      notes.push({
        kind: 'day-month',
        column: header,
        mustAnswer: dayFirst === undefined,
        message: `${header}: ${example} is ${longDate(example, false)}, or ${longDate(example, true)}. ${
          dayFirst === undefined ? 'Say which.' : `It is read as ${longDate(example, dayFirst)}.`
        }`,
      })
    if (told === true)
      notes.push({
        kind: 'day-first',
        column: header,
        message: `${header}: dates are read with the day first, as ${stated && day === 0 ? 'its heading says' : 'some of them can only be'}.`,
      })
    if (shifted)
      notes.push({
        kind: 'read-as',
        column: header,
        message: `${header}: times such as ${shifted} are read as the day that it is at the school then, ${writtenDay(shifted)}.`,
      })
    if (serials > 0)
      notes.push({
        kind: 'read-as',
        column: header,
        message: `${header}: numbers such as ${number} are read as the dates that spreadsheets store so.`,
      })
  }
  return { orders, notes }
}

const shownNames = 3

/** Notes for a person on how a text was laid out. */
export function layoutNotes({ headers, layout: { headingRow }, above }: Beginning): ImportNote[] {
  const notes: ImportNote[] = []
  const left = above
    .map((row) => row.filter((cell) => cell.trim() !== '').join(' '))
    .filter((text) => !/^"?sep=/i.test(text))
  if (left.length > 0)
    notes.push({
      kind: 'heading-row',
      message: `Headings are in row ${headingRow}. Not imported from above: ${left.slice(0, shownNames).join('; ').slice(0, 200)}`,
    })
  const again = headers.filter(
    (header) => / \(\d+\)$/.test(header) && headers.includes(header.replace(/ \(\d+\)$/, '')),
  )
  if (again.length > 0)
    notes.push({
      kind: 'equal-headings',
      message: `Several columns have the same heading. They are shown as ${again.slice(0, shownNames).join(', ')}.`,
    })
  return notes
}

/** Notes for a person on how the letters of a file were read. */
export function encodingNotes({ isSure, encoding, odd }: FileEncoding): ImportNote[] {
  if (odd > 0)
    return [
      {
        kind: 'odd-bytes',
        message: `${odd === 1 ? 'One letter of the file is' : `${odd} letters of the file are`} stored differently from the others. Look whether names with accents are right.`,
      },
    ]
  if (isSure) return []
  return [
    {
      kind: 'encoding',
      message: `The file does not say how its letters are stored. It was read as ${encodingLabel(encoding)}: look whether names with accents are right.`,
    },
  ]
}

const labels: Readonly<Record<string, string>> = {
  'utf-8-twice': 'UTF-8, encoded twice',
  'windows-1252': 'Western (Windows)',
  'windows-1250': 'Central European (Windows)',
  'iso-8859-2': 'Central European (ISO)',
  'x-mac-ce': 'Central European (Mac)',
  'windows-1251': 'Cyrillic (Windows)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  ibm866: 'Cyrillic (DOS)',
  'windows-1253': 'Greek (Windows)',
  'windows-1254': 'Turkish (Windows)',
  'windows-1255': 'Hebrew (Windows)',
  'windows-1256': 'Arabic (Windows)',
  'windows-1257': 'Baltic (Windows)',
  'windows-874': 'Thai (Windows)',
  ibm850: 'Western (DOS)',
  ibm852: 'Central European (DOS)',
  ibm857: 'Turkish (DOS)',
  ibm862: 'Hebrew (DOS)',
  ibm737: 'Greek (DOS)',
  ibm869: 'Greek (DOS, 869)',
  'x-mac-greek': 'Greek (Mac)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  macintosh: 'Western (Mac)',
  gb18030: 'Chinese, simplified (GB18030)',
  big5: 'Chinese, traditional (Big5)',
  shift_jis: 'Japanese (Shift-JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'euc-kr': 'Korean (EUC-KR)',
}
const encodingLabel = (encoding: string) => labels[encoding] ?? encoding
