import type { FieldDescriptor } from '@app/table-schema/descriptor'
import { kindOf } from '@app/table-schema/field'

export type CellKind = 'id' | 'number' | 'date' | 'option' | 'boolean' | 'image' | 'file' | 'text'

/** How a cell looks; what it says is settled by `cellText`. */
export function cellKind(key: string, field: FieldDescriptor): CellKind {
  if (key === 'id') return 'id'
  const kind = kindOf(field)
  if (kind === 'boolean') return 'boolean'
  if (kind === 'number' || kind === 'integer') return field.enum ? 'option' : 'number'
  if (field.enum) return 'option'
  if (field.format === 'date' || field.format === 'date-time') return 'date'
  if (field.format === 'image' || field.format === 'file') return field.format
  return 'text'
}

const stored: Partial<Record<ReturnType<typeof kindOf>, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
}

/** What is stored is not of the type that the schema names; it is shown as it is. Nothing stored never differs. */
export const typeDiffers = (field: FieldDescriptor, value: unknown) =>
  value !== null && value !== undefined && stored[kindOf(field)]?.(value) === false

/** Whether an option is still one of those that the schema names. */
export const isOffered = (field: FieldDescriptor, value: unknown) =>
  !field.enum || field.enum.includes(value as string | number)

export const typeName = (value: unknown) =>
  Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'text' : typeof value
