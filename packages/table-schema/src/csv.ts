import type { Descriptor, FieldDescriptor } from '@app/contracts/table-descriptor'
import type { References } from '@app/contracts/tables'
import { columns } from './cell'
import { guarded } from './formula-guard'
import { referencedTable } from './references'
import { plainText } from './rich-text'

/** Excel takes a file that begins so for UTF-8. */
export const byteOrderMark = '\ufeff'

const quoted = /[",\r\n]/

/** A text as one cell: guarded so that nothing is computed, quoted where it must be. */
export function csvText(text: string): string {
  const cell = guarded(text)
  return quoted.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** No reader of CSV gets past a NUL. */
const withoutNul = (text: string) => (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text)

/** A value as one cell. Numbers stay numbers; a text is guarded whatever its column holds. */
export function csvCell(field: FieldDescriptor, value: unknown): string {
  if (typeof value === 'string') return csvText(withoutNul(field.format === 'rich_text' ? plainText(value) : value))
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return csvText(withoutNul(value.map((item) => itemText(item)).join('; ')))
  return typeof value === 'object' ? csvText(JSON.stringify(value)) : String(value)
}

const itemText = (item: unknown) => (typeof item === 'object' ? JSON.stringify(item) : String(item))

const instant: FieldDescriptor = { type: 'string', format: 'date-time' }

type Values = Readonly<Record<string, unknown>>
type ExportColumn = { header: string; cell: (record: Values, references: References | undefined) => string }

/** The labels of what a field refers to, in the order of its ids. */
function labelCell(table: string, value: unknown, references: References | undefined): string {
  const ids = Array.isArray(value) ? value : value ? [value] : []
  return csvText(withoutNul(ids.map((id) => references?.[table]?.[String(id)]?.label ?? '').join('; ')))
}

/** The columns of an export: `id` first, the two times last; beside the ids of a reference a column with their labels. */
function exportColumns(descriptor: Descriptor): ExportColumn[] {
  const fields = [...columns(descriptor), { key: 'created_at', field: instant }, { key: 'updated_at', field: instant }]
  return fields.flatMap(({ key, field }) => {
    const table = referencedTable(field)
    const values: ExportColumn = { header: key, cell: (record) => csvCell(field, record[key]) }
    if (table === undefined) return [values]
    const cell: ExportColumn['cell'] = (record, references) => labelCell(table, record[key], references)
    return [values, { header: `${key}_label`, cell }]
  })
}

/** The first line: the names of the fields. */
export const csvHeader = (descriptor: Descriptor) =>
  line(exportColumns(descriptor).map(({ header }) => csvText(header)))

/** Makes the line of each record; `references` are those of its answer. */
export function csvLines(descriptor: Descriptor): (record: Values, references?: References) => string {
  const cells = exportColumns(descriptor)
  return (record, references) => line(cells.map(({ cell }) => cell(record, references)))
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`
