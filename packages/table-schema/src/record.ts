import type { FieldErrors } from '@app/contracts/errors'
import type { FieldSchema, TableSchema } from '@app/contracts/table-schema'
import { isSystemField, kindOf } from './field'
import { boundedField, enteredText } from './record-validation'
import { fieldError } from './validate'
import { isBlank } from './validation'

export type Values = Readonly<Record<string, unknown>>

const blanks: Partial<Record<ReturnType<typeof kindOf>, unknown>> = { number: 0, integer: 0, boolean: false }

const initialValue = (field: FieldSchema) =>
  field.default === undefined ? (blanks[kindOf(field)] ?? '') : structuredClone(field.default)

/** The fields that a person may write, in their order. */
export const writableFields = (schema: TableSchema) =>
  Object.entries(schema.properties).filter(([name, field]) => !field.readOnly && !isSystemField(name))

/** The values that the form of a new record starts with; read-only fields are left out. */
export const initialValues = (schema: TableSchema): Record<string, unknown> =>
  Object.fromEntries(writableFields(schema).map(([name, field]) => [name, initialValue(field)]))

function storedText(field: FieldSchema, value: string): string {
  const text = enteredText(field, value.normalize('NFC'))
  const instant = field.format === 'date-time' ? new Date(text) : undefined
  return instant && !Number.isNaN(instant.getTime()) ? instant.toISOString() : text
}

/** A value in its stored form: NFC, one-line texts trimmed, instants in UTC, null for empty values. */
export function storedValue(field: FieldSchema, value: unknown): unknown {
  if (isBlank(field, value)) return null
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? item.normalize('NFC') : item))
  return typeof value === 'string' && kindOf(field) === 'string' ? storedText(field, value) : value
}

/** True if two values would be stored alike. */
export const sameValue = (field: FieldSchema, one: unknown, other: unknown) =>
  JSON.stringify(storedValue(field, one)) === JSON.stringify(storedValue(field, other))

const own = (values: Values, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)

/** Fields of an unknown type are left as they are. */
const keptFields = (schema: TableSchema) => writableFields(schema).filter(([, field]) => kindOf(field) !== 'unknown')

/** The values that are sent and stored for a new record: every writable field. */
export const payloadForCreate = (schema: TableSchema, values: Values): Record<string, unknown> =>
  Object.fromEntries(keptFields(schema).map(([name, field]) => [name, storedValue(field, own(values, name))]))

/** The values that are sent and stored for an edit: the fields of `after` that changed. */
export const payloadForUpdate = (schema: TableSchema, before: Values, after: Values): Record<string, unknown> =>
  Object.fromEntries(
    keptFields(schema)
      .filter(([name, field]) => Object.hasOwn(after, name) && !sameValue(field, own(before, name), after[name]))
      .map(([name, field]) => [name, storedValue(field, after[name])]),
  )

/** True if a rule of a field depends on another field that changed: then its old value is checked again. */
function dependsOn(field: FieldSchema, changed: (name: string) => boolean): boolean {
  const bounds = [field.minimum_date, field.maximum_date].filter((bound) => typeof bound === 'object')
  const names = [
    ...(field.required_if ?? []).map((condition) => condition.field),
    ...bounds.map((bound) => bound.field),
    ...(field.maxItemsField === undefined ? [] : [field.maxItemsField]),
  ]
  return names.some(changed)
}

/**
 * Messages by field for an edit; what `after` does not name stays. A value that was stored and is not touched may stay
 * although it would be refused today (an option no longer offered, a type that changed); a required field may not be empty.
 */
export function changeErrors(schema: TableSchema, before: Values, after: Values, today?: string): FieldErrors {
  const errors: FieldErrors = {}
  const { properties } = schema
  const record = { ...before, ...after }
  const changed = (name: string) =>
    Object.hasOwn(after, name) && !sameValue(properties[name] ?? { type: 'unknown' }, own(before, name), after[name])
  for (const [name, field] of writableFields(schema)) {
    const isKept = !isBlank(field, own(record, name)) && !changed(name)
    if (isKept && !dependsOn(boundedField(schema, name) ?? field, changed)) continue
    const message = fieldError(schema, name, record, today)
    if (message) errors[name] = message
  }
  return errors
}

/** Messages for the keys of a body that are no fields of the table. */
export function unknownFields(schema: TableSchema, body: Values): FieldErrors {
  const names = Object.keys(body).filter((name) => !isSystemField(name) && !Object.hasOwn(schema.properties, name))
  return Object.fromEntries(names.map((name) => [name, `${name} is not a field of this table`]))
}
