import { kindOf } from '@app/table-schema/field'
import { referencedTable } from '@app/table-schema/references'
import type { FieldSchema } from '@app/table-schema/schema'

/** Props of a widget. It keeps the typed text itself and reports values in wire form. */
export type WidgetProps = {
  id: string
  table: string
  name: string
  title: string
  field: FieldSchema
  value: unknown
  stored: unknown
  required: boolean
  /** All values of the form, where a limit depends on another field. */
  values?: Readonly<Record<string, unknown>>
  aria: { 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
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
  | 'reference'
  | 'unsupported'

const formats = new Set(['email', 'uri', 'textarea', 'rich_text', 'date', 'date-time', 'file', 'image'])

/** The widget of a field: by its type, then by its format. */
export function widgetKind(field: FieldSchema): WidgetKind {
  if (referencedTable(field) !== undefined) return 'reference'
  const kind = kindOf(field)
  if (kind === 'boolean') return 'checkbox'
  if (kind === 'array') return field.items?.enum ? 'checkbox-list' : 'unsupported'
  if (kind === 'unknown') return 'unsupported'
  if (field.enum) return 'select'
  if (kind !== 'string') return 'number'
  return formats.has(field.format ?? '') ? (field.format as WidgetKind) : 'text'
}

const shortKinds: ReadonlySet<WidgetKind> = new Set([
  'text',
  'email',
  'number',
  'date',
  'date-time',
  'select',
  'checkbox',
  'reference',
])

/** True if a value is read at a glance in half of a wide form. */
export const isShort = (field: FieldSchema) => field.type !== 'array' && shortKinds.has(widgetKind(field))

/** True if the widget is a group of controls with one legend. */
export const isGroup = (kind: WidgetKind) => kind === 'checkbox-list'

/** The text of a text input; empty for values that are no text (a note shows those). */
export const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
