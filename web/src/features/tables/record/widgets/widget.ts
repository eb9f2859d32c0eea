import type { FieldDescriptor } from '@app/table-schema/descriptor'
import { kindOf } from '@app/table-schema/field'

/** What a widget gets. It keeps what is typed to itself and tells values in wire form. */
export type WidgetProps = {
  id: string
  name: string
  title: string
  field: FieldDescriptor
  value: unknown
  /** The value that the record came with. */
  stored: unknown
  required: boolean
  tied: { 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
  onValue: (value: unknown) => void
}

export type WidgetKind =
  | 'text'
  | 'email'
  | 'uri'
  | 'textarea'
  | 'rich_text'
  | 'number'
  | 'date'
  | 'date-time'
  | 'checkbox'
  | 'select'
  | 'checkbox-list'
  | 'file'
  | 'image'
  | 'unsupported'

const formats = new Set(['email', 'uri', 'textarea', 'rich_text', 'date', 'date-time', 'file', 'image'])

/** Which widget a field gets: by its type, then by its format. */
export function widgetKind(field: FieldDescriptor): WidgetKind {
  const kind = kindOf(field)
  if (kind === 'boolean') return 'checkbox'
  if (kind === 'array') return field.items?.enum ? 'checkbox-list' : 'unsupported'
  if (kind === 'unknown') return 'unsupported'
  if (field.enum) return 'select'
  if (kind !== 'string') return 'number'
  return formats.has(field.format ?? '') ? (field.format as WidgetKind) : 'text'
}

/** Several controls under one name. */
export const isGroup = (kind: WidgetKind) => kind === 'checkbox-list'

/** What is shown in a one-line or many-line text; anything that is no text is left to the note beside it. */
export const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
