import type { FieldSchema, TableSchema } from '@app/contracts/table-schema'
import type { References } from '@app/contracts/tables'
import { columns } from './cell'
import { titleOf } from './field'

/** Options of an export: all columns with stored values, unless they say otherwise. */
export type ExportOptions = { values?: 'stored' | 'labels'; columns?: readonly string[] }

const instant: FieldSchema = { type: 'string', format: 'date-time' }

/** The fields of an export: `id` first, the two times last; or those that are chosen, in their order. */
export function exportFields(schema: TableSchema, chosen: readonly string[] | undefined) {
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
export function referenceLabels(table: string, value: unknown, references: References | undefined): string {
  const ids = Array.isArray(value) ? value : value ? [value] : []
  return withoutNul(ids.map((id) => references?.[table]?.[String(id)]?.label ?? '').join('; '))
}
