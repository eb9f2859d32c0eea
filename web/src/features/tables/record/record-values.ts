import type { FieldErrors } from '@app/contracts/errors'
import type { TableRecord } from '@app/contracts/tables'
import type { Descriptor, FieldDescriptor } from '@app/table-schema/descriptor'
import { isRequired, isSystemField, kindOf, titleOf } from '@app/table-schema/field'
import { initialValues } from '@app/table-schema/record'
import { isEmpty, validateField } from '@app/table-schema/validate'

export type Values = Readonly<Record<string, unknown>>

const isWritable = (name: string, field: FieldDescriptor) => !field.readOnly && !isSystemField(name)

/** The fields of the form, in their order: a new record has only those that can be written. */
export function formFields(schema: Descriptor, isNew: boolean) {
  const all = Object.entries(schema.properties).filter(([name]) => name !== 'id')
  const writable = all.filter(([name, field]) => isWritable(name, field))
  return { writable, readOnly: isNew ? [] : all.filter(([name, field]) => !isWritable(name, field)) }
}

/** What the form starts with, and goes back to. */
export const startValues = (schema: Descriptor, record: TableRecord | null): Values => record ?? initialValues(schema)

const plain = (value: unknown) => JSON.stringify(isEmpty(value) ? null : value)

/** Nothing, an empty text and a missing key are the same to whoever fills in a form. */
export const isSame = (one: unknown, other: unknown) => plain(one) === plain(other)

/** The names of the writable fields that are not as they were. */
export const changedFields = (schema: Descriptor, before: Values, after: Values) =>
  formFields(schema, true)
    .writable.map(([name]) => name)
    .filter((name) => !isSame(before[name], after[name]))

/**
 * Messages by field. What is stored and was not touched may stay although it would not be taken today (an option that
 * is no longer offered, a value of an older type); only a required field may not stay empty.
 */
export function formErrors(schema: Descriptor, before: Values, after: Values, isNew: boolean): FieldErrors {
  const errors: FieldErrors = {}
  for (const [name, field] of formFields(schema, true).writable) {
    const message = validateField(field, titleOf(name, field), isRequired(schema, name), after[name])
    const untouched = !isNew && isSame(before[name], after[name])
    if (message && !(untouched && !isEmpty(after[name]))) errors[name] = message
  }
  return errors
}

/** Empty is null, whatever the field holds; a type that we do not know is left alone. */
export function payload(schema: Descriptor, values: Values, names: readonly string[]): Record<string, unknown> {
  const entries = names
    .filter((name) => kindOf(schema.properties[name]!) !== 'unknown')
    .map((name) => [name, isEmpty(values[name]) ? null : values[name]])
  return Object.fromEntries(entries)
}

export const writableNames = (schema: Descriptor) => formFields(schema, true).writable.map(([name]) => name)
