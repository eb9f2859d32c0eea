import type { FieldSchema, TableSchema } from '@app/contracts/table-schema'
import type { References } from '@app/contracts/tables'
import { type ExportOptions, exportColumns, itemText, type Values, withoutNul } from './export-columns'
import { optionLabel } from './field'
import { guarded } from './formula-guard'
import { plainText } from './rich-text'

/** The byte order mark by which Excel recognizes UTF-8. */
export const byteOrderMark = '\ufeff'

const quoted = /[",\r\n]/

/** A text as one cell: guarded so that nothing is computed, quoted where it must be. */
export function csvText(text: string): string {
  const cell = guarded(text)
  return quoted.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** A value as one cell. Numbers stay numbers; a text is guarded whatever its column holds. */
export function csvCell(field: FieldSchema, value: unknown): string {
  if (typeof value === 'string') return csvText(withoutNul(field.format === 'rich_text' ? plainText(value) : value))
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return csvText(withoutNul(value.map((item) => itemText(item)).join('; ')))
  return typeof value === 'object' ? csvText(JSON.stringify(value)) : String(value)
}

/** The label of an option, Yes or No, or the value itself. */
function labelText(field: FieldSchema, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return csvText(withoutNul(value.map((item) => optionLabel(field.items, item)).join('; ')))
  return field.enum && value !== null && value !== undefined
    ? csvText(optionLabel(field, value))
    : csvCell(field, value)
}

const csvColumns = (schema: TableSchema, options: ExportOptions) =>
  exportColumns(
    schema,
    options,
    (field, value, isLabel) => (isLabel ? labelText(field, value) : csvCell(field, value)),
    csvText,
  )

/** The first line: the names of the fields, or their titles. */
export const csvHeader = (schema: TableSchema, options: ExportOptions = {}) =>
  line(csvColumns(schema, options).map(({ header }) => csvText(header)))

/** Makes the line of each record; `references` are those of its answer. */
export function csvLines(
  schema: TableSchema,
  options: ExportOptions = {},
): (record: Values, references?: References) => string {
  const cells = csvColumns(schema, options)
  return (record, references) => line(cells.map(({ cell }) => cell(record, references)))
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`
