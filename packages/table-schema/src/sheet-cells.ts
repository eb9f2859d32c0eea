import type { FieldSchema, TableSchema } from '@app/contracts/table-schema'
import type { References } from '@app/contracts/tables'
import { minuteOfDay, schoolDay } from '@app/school-time/school-day'
import { type ExportOptions, exportColumns, itemText, type Values, withoutNul } from './export-columns'
import { optionLabel } from './field'
import { plainText } from './rich-text'

/** A cell of a workbook. Days and times count days since the end of 1899; a time is what the school's clock shows. */
export type SheetCell = string | number | boolean | { day: number } | { time: number } | null

const dayMs = 86_400_000
const minutesPerDay = 1_440
/** The day that spreadsheets count as 0. Before March 1900 they are off by a day. */
const dayZero = Date.UTC(1899, 11, 30)
const firstExactDay = 61

function dayNumber(day: string): number | undefined {
  const number = (Date.parse(`${day}T00:00:00Z`) - dayZero) / dayMs
  return number >= firstExactDay ? number : undefined
}

/** Dates that a spreadsheet cannot count stay texts. */
function dateCell(format: string, text: string): SheetCell {
  if (format === 'date') {
    const day = dayNumber(text)
    return day === undefined ? text : { day }
  }
  const time = Date.parse(text)
  const day = Number.isNaN(time) ? undefined : dayNumber(schoolDay(time))
  return day === undefined ? text : { time: day + minuteOfDay(time) / minutesPerDay }
}

/** A text stays a text: a cell of this type is never computed. */
function cellOf(field: FieldSchema, value: unknown, isLabel: boolean): SheetCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return isLabel ? (value ? 'Yes' : 'No') : value
  if (Array.isArray(value))
    return withoutNul(value.map((item) => (isLabel ? optionLabel(field.items, item) : itemText(item))).join('; '))
  if (isLabel && field.enum) return withoutNul(optionLabel(field, value))
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (field.format === 'date' || field.format === 'date-time') return dateCell(field.format, value)
  return withoutNul(field.format === 'rich_text' ? plainText(value) : value)
}

/** The columns of an export are those of a CSV file; the cells have types. */
export function sheetCells(schema: TableSchema, options: ExportOptions = {}) {
  const columns = exportColumns<SheetCell>(schema, options, cellOf, (text) => text)
  return {
    headers: columns.map(({ header }) => header),
    cells: (record: Values, references?: References): SheetCell[] =>
      columns.map(({ cell }) => cell(record, references)),
  }
}
