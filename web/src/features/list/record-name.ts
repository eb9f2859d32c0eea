import type { TableRecord } from '@app/contracts/tables'
import { type Column, cellText } from '@app/table-schema/cell'

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
