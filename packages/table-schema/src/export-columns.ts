import type { FieldSchema, TableSchema } from '@app/contracts/table-schema'
import type { References } from '@app/contracts/tables'
import { columns } from './cell'
import { titleOf } from './field'
import { referencedTable } from './references'

/** Options of an export: all columns with stored values, unless they say otherwise. */
export type ExportOptions = { values?: 'stored' | 'labels'; columns?: readonly string[] }

const instant: FieldSchema = { type: 'string', format: 'date-time' }

/** The fields of an export: `id` first, the two times last; or those that are chosen, in their order. */
function exportFields(schema: TableSchema, chosen: readonly string[] | undefined) {
  const times = ['created_at', 'updated_at'].map((key) => ({
    key,
    title: titleOf(key, schema.properties[key]),
    field: instant,
  }))
  const all = [...columns(schema), ...times]
  return chosen ? chosen.flatMap((key) => all.find((column) => column.key === key) ?? []) : all
}

/** Readers of files stop at a NUL. */
export const withoutNul = (text: string) => (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text)

export const itemText = (item: unknown) => (typeof item === 'object' ? JSON.stringify(item) : String(item))

/** The labels of what a field refers to, in the order of its ids. */
function referenceLabels(table: string, value: unknown, references: References | undefined): string {
  const ids = Array.isArray(value) ? value : value ? [value] : []
  return withoutNul(ids.map((id) => references?.[table]?.[String(id)]?.label ?? '').join('; '))
}

export type Values = Readonly<Record<string, unknown>>
type ExportColumn<Cell> = { header: string; cell: (record: Values, references: References | undefined) => Cell }

/**
 * The columns of an export. Stored values: `id` first, the two times last; next to the ids of a reference a column with
 * their labels. Labels: titles, what people read, and no ids of references.
 *
 * @param cellOf a value of a field, or what people read in its place
 */
export function exportColumns<Cell>(
  schema: TableSchema,
  { values = 'stored', columns: chosen }: ExportOptions,
  cellOf: (field: FieldSchema, value: unknown, isLabel: boolean) => Cell,
  textCell: (text: string) => Cell,
): ExportColumn<Cell>[] {
  const isLabel = values === 'labels'
  return exportFields(schema, chosen).flatMap(({ key, title, field }) => {
    const table = referencedTable(field)
    const own: ExportColumn<Cell>['cell'] = (record) => cellOf(field, record[key], isLabel)
    if (table === undefined) return [{ header: isLabel ? title : key, cell: own }]
    const labels: ExportColumn<Cell>['cell'] = (record, references) =>
      textCell(referenceLabels(table, record[key], references))
    if (isLabel) return [{ header: title, cell: labels }]
    return [
      { header: key, cell: own },
      { header: `${key}_label`, cell: labels },
    ]
  })
}
