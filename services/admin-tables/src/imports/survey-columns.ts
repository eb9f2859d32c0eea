import { enteredSigns, westernDigits } from '@app/contracts/entered-line'
import type { ImportNote } from '@app/contracts/imports'
import { isSerial, orderIn, plainDay, writtenDay } from '@app/table-schema'
import type { Row } from './read-rows'
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
