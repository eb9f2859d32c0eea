import { cellText } from '@app/table-schema/cell'
import { kindOf } from '@app/table-schema/field'
import { referencedTable } from '@app/table-schema/references'
import type { FieldSchema } from '@app/table-schema/schema'
import { dateText } from '../date-text'

/** The text of a cell: dates short, everything else as `cellText` says. */
export function displayText(field: FieldSchema, value: unknown): string {
  const isDate = field.format === 'date' || field.format === 'date-time'
  const short = isDate && typeof value === 'string' && !field.enum ? dateText(field, value) : undefined
  return short ?? cellText(field, value)
}

export type CellKind = 'id' | 'number' | 'date' | 'option' | 'boolean' | 'image' | 'file' | 'reference' | 'text'

/** The style of a cell; `displayText` makes its text. */
export function cellKind(key: string, field: FieldSchema): CellKind {
  if (key === 'id') return 'id'
  if (referencedTable(field) !== undefined) return 'reference'
  const kind = kindOf(field)
  if (kind === 'boolean') return 'boolean'
  if (kind === 'number' || kind === 'integer') return field.enum ? 'option' : 'number'
  if (field.enum) return 'option'
  if (field.format === 'date' || field.format === 'date-time') return 'date'
  if (field.format === 'image' || field.format === 'file') return field.format
  return 'text'
}

const isOfKind: Partial<Record<ReturnType<typeof kindOf>, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
}

/** True if a stored value is not of the field's type. Missing values never differ. */
export const typeDiffers = (field: FieldSchema, value: unknown) =>
  value !== null && value !== undefined && isOfKind[kindOf(field)]?.(value) === false

/** True if the schema still offers an option. */
export const isOffered = (field: FieldSchema, value: unknown) =>
  !field.enum || field.enum.includes(value as string | number)

export const typeName = (value: unknown) =>
  Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'text' : typeof value
