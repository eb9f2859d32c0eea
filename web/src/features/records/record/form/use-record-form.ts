import type { FieldErrors } from '@app/contracts/errors'
import type { TableRecord } from '@app/contracts/tables'
import { isRequired, titleOf } from '@app/table-schema/field'
import { sameValue, type Values } from '@app/table-schema/record'
import type { TableSchema } from '@app/table-schema/schema'
import { validateField } from '@app/table-schema/validate-in-browser'
import { isBlank } from '@app/table-schema/validation'
import { useState } from 'react'
import { changedFields, formErrors, startValues } from './record-values'

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
