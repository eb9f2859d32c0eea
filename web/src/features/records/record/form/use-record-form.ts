import type { FieldErrors } from '@app/contracts/errors'
import type { TableRecord } from '@app/contracts/tables'
import { isRequired, titleOf } from '@app/table-schema/field'
import { changeErrors, initialValues, sameValue, type Values, writableFields } from '@app/table-schema/record'
import type { TableSchema } from '@app/table-schema/schema'
import { fieldError, validateField, validateRecord } from '@app/table-schema/validate-in-browser'
import { isBlank } from '@app/table-schema/validation'
import { useState } from 'react'

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
const formErrors = (schema: TableSchema, before: Values, after: Values, isNew: boolean): FieldErrors =>
  isNew ? validateRecord(schema, after) : changeErrors(schema, before, after)

/** True if a field may not be empty, given what the others hold: a guardian only for someone under 18. */
export const isNeeded = (schema: TableSchema, name: string, values: Values): boolean =>
  fieldError(schema, name, { ...values, [name]: null }) !== undefined

/** The fields that must be filled in, and those with an error. */
export const neededFields = (schema: TableSchema, { values, errors }: { values: Values; errors: FieldErrors }) =>
  formFields(schema, true).writable.filter(([name]) => errors[name] || isNeeded(schema, name, values))

type State = { record: TableRecord | null; values: Values; errors: FieldErrors; generation: number }

/** The values of a form, the loaded values, and the errors. A field is validated when it changes, all of them by `check`. `given`: values of a new record that are known. */
export function useRecordForm(schema: TableSchema, record: TableRecord | null, given: Values = {}) {
  const [state, setState] = useState<State>({
    record,
    values: { ...startValues(schema, record), ...given },
    errors: {},
    generation: 0,
  })
  const before = startValues(schema, state.record)
  const isNew = state.record === null

  function set(name: string, value: unknown) {
    setState(({ values, errors, ...rest }) => {
      const field = schema.properties[name]!
      const untouched = !isNew && !isBlank(field, value) && sameValue(field, before[name], value)
      const message = untouched
        ? undefined
        : validateField(field, titleOf(name, field), isRequired(schema, name), value)
      const { [name]: _gone, ...others } = errors
      return {
        ...rest,
        values: { ...values, [name]: value },
        errors: message ? { ...others, [name]: message } : others,
      }
    })
  }

  /** Restarts from a record, or from the defaults when it is null. */
  function start(from: TableRecord | null, values: Values = startValues(schema, from)) {
    setState((now) => ({ record: from, values, errors: {}, generation: now.generation + 1 }))
  }

  function check(unreadable: FieldErrors = {}): FieldErrors {
    const errors = { ...formErrors(schema, before, state.values, isNew), ...unreadable }
    setState((now) => ({ ...now, errors }))
    return errors
  }

  return {
    ...state,
    before,
    isNew,
    changed: changedFields(schema, before, state.values),
    set,
    check,
    start,
    reset: () => start(state.record),
    refuse: (errors: FieldErrors) => setState((now) => ({ ...now, errors })),
  }
}

export type RecordForm = ReturnType<typeof useRecordForm>
