import type { TableRecord } from '@app/contracts/tables'
import { type Column, cellText, tabLabel } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'

const nameFormats = new Set([undefined, 'email', 'textarea', 'rich_text'])

/** The display name of a record: its first text, else its id. */
export function recordName(columns: readonly Column[], record: TableRecord): string {
  for (const { key, field } of columns) {
    if (key === 'id' || field.type !== 'string' || field.enum || !nameFormats.has(field.format)) continue
    const text = cellText(field, record[key])
    if (text) return text
  }
  return record.id
}

/** The word for one record: "Lesson"; "Record" for a table without a title. */
export const singular = (schema: TableSchema) => schema.singular ?? (schema.title ? tabLabel(schema) : 'Record')
