import type { FieldSchema, TableSchema } from '@app/contracts/table-schema'
import type { References } from '@app/contracts/tables'
import { type ExportOptions, exportFields, itemText, referenceLabels, withoutNul } from './export-columns'
import { optionLabel } from './field'
import { guarded } from './formula-guard'
import { referencedTable } from './references'
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

type Values = Readonly<Record<string, unknown>>
type ExportColumn = { header: string; cell: (record: Values, references: References | undefined) => string }

/** The label of an option, Yes or No, or the value itself. */
function labelText(field: FieldSchema, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return csvText(withoutNul(value.map((item) => optionLabel(field.items, item)).join('; ')))
  return field.enum && value !== null && value !== undefined
    ? csvText(optionLabel(field, value))
    : csvCell(field, value)
}

/**
 * The columns of an export. Stored values: `id` first, the two times last; next to the ids of a reference a column with
 * their labels. Labels: titles, what people read, and no ids of references.
 */
function exportColumns(schema: TableSchema, { values = 'stored', columns: chosen }: ExportOptions): ExportColumn[] {
  return exportFields(schema, chosen).flatMap(({ key, title, field }) => {
    const table = referencedTable(field)
    const labels: ExportColumn['cell'] = (record, references) =>
      csvText(referenceLabels(table ?? '', record[key], references))
    if (values === 'labels')
      return [{ header: title, cell: table ? labels : (record) => labelText(field, record[key]) }]
    const stored: ExportColumn = { header: key, cell: (record) => csvCell(field, record[key]) }
    return table === undefined ? [stored] : [stored, { header: `${key}_label`, cell: labels }]
  })
}

/** The first line: the names of the fields, or their titles. */
export const csvHeader = (schema: TableSchema, options: ExportOptions = {}) =>
  line(exportColumns(schema, options).map(({ header }) => csvText(header)))

/** Makes the line of each record; `references` are those of its answer. */
export function csvLines(
  schema: TableSchema,
  options: ExportOptions = {},
): (record: Values, references?: References) => string {
  const cells = exportColumns(schema, options)
  return (record, references) => line(cells.map(({ cell }) => cell(record, references)))
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`
