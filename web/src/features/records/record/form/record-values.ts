import type { FieldErrors } from '@app/contracts/errors'
import type { TableRecord } from '@app/contracts/tables'
import { changeErrors, initialValues, sameValue, type Values, writableFields } from '@app/table-schema/record'
import type { TableSchema } from '@app/table-schema/schema'
import { fieldError, validateRecord } from '@app/table-schema/validate-in-browser'

/** The fields of the form in order; a new record has only writable ones, without those that are filled in later. */
export function formFields(schema: TableSchema, isNew: boolean, later: readonly string[] = []) {
  const all = writableFields(schema)
  const names = new Set(all.map(([name]) => name))
  const writable = isNew ? all.filter(([name]) => !later.includes(name)) : all
  const others = Object.entries(schema.properties).filter(([name]) => name !== 'id' && !names.has(name))
  return { writable, readOnly: isNew ? [] : others }
}

/** The values that the form starts with and resets to. */
export const startValues = (schema: TableSchema, record: TableRecord | null): Values => record ?? initialValues(schema)

/** The names of the writable fields that differ. */
export const changedFields = (schema: TableSchema, one: Values, other: Values) =>
  writableFields(schema)
    .filter(([name, field]) => !sameValue(field, one[name], other[name]))
    .map(([name]) => name)

/** Errors by field. A stored value that is not edited may stay even if today's rules would refuse it. */
export const formErrors = (schema: TableSchema, before: Values, after: Values, isNew: boolean): FieldErrors =>
  isNew ? validateRecord(schema, after) : changeErrors(schema, before, after)

/** True if a field may not be empty, given what the others hold: a guardian only for someone under 18. */
export const isNeeded = (schema: TableSchema, name: string, values: Values): boolean =>
  fieldError(schema, name, { ...values, [name]: null }) !== undefined

/** The fields that must be filled in, and those with an error. */
export const neededFields = (schema: TableSchema, { values, errors }: { values: Values; errors: FieldErrors }) =>
  formFields(schema, true).writable.filter(([name]) => errors[name] || isNeeded(schema, name, values))
