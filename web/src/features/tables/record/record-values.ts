import type { FieldErrors } from '@app/contracts/errors'
import type { TableRecord } from '@app/contracts/tables'
import type { Descriptor } from '@app/table-schema/descriptor'
import { changeErrors, initialValues, sameValue, type Values, writableFields } from '@app/table-schema/record'
import { validateRecord } from '@app/table-schema/validate'

/** The fields of the form in order; a new record has only writable ones. */
export function formFields(schema: Descriptor, isNew: boolean) {
  const writable = writableFields(schema)
  const names = new Set(writable.map(([name]) => name))
  const others = Object.entries(schema.properties).filter(([name]) => name !== 'id' && !names.has(name))
  return { writable, readOnly: isNew ? [] : others }
}

/** The values that the form starts with and resets to. */
export const startValues = (schema: Descriptor, record: TableRecord | null): Values => record ?? initialValues(schema)

/** The names of the writable fields that differ. */
export const changedFields = (schema: Descriptor, one: Values, other: Values) =>
  writableFields(schema)
    .filter(([name, field]) => !sameValue(field, one[name], other[name]))
    .map(([name]) => name)

/** Errors by field. A stored value that is not edited may stay even if today's rules would refuse it. */
export const formErrors = (schema: Descriptor, before: Values, after: Values, isNew: boolean): FieldErrors =>
  isNew ? validateRecord(schema, after) : changeErrors(schema, before, after)

type FormState = { record: TableRecord | null; values: Values }

/**
 * Takes over changes of the record in fields that are not being edited. If an edited field changed too, nothing is taken
 * over, and a save reports the conflict.
 */
export function adoptRecord<State extends FormState>(schema: Descriptor, now: State, fresh: TableRecord): State {
  if (!now.record || changedFields(schema, now.record, fresh).length > 0) return now
  const typed = Object.fromEntries(
    changedFields(schema, now.record, now.values).map((name) => [name, now.values[name]]),
  )
  return { ...now, record: fresh, values: { ...fresh, ...typed } }
}
