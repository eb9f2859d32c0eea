import { cellText } from '@app/table-schema/cell'
import type { FieldSchema } from '@app/table-schema/schema'
import { dateText } from '../date-text'

/** The text of a cell: dates short, everything else as `cellText` says. */
export function displayText(field: FieldSchema, value: unknown): string {
  const isDate = field.format === 'date' || field.format === 'date-time'
  const short = isDate && typeof value === 'string' && !field.enum ? dateText(field, value) : undefined
  return short ?? cellText(field, value)
}
