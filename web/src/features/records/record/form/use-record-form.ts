import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { TableRecord } from '@app/contracts/tables'
import { isRequired, titleOf } from '@app/table-schema/field'
import {
  changeErrors,
  initialValues,
  payloadForCreate,
  payloadForUpdate,
  sameValue,
  type Values,
  writableFields,
} from '@app/table-schema/record'
import { referencedTable } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { fieldError, validateField, validateRecord } from '@app/table-schema/validate-in-browser'
import { isBlank } from '@app/table-schema/validation'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { failureText } from '#lib/failure-text'
import { useContentKey } from '#lib/idempotency-key'
import { useSingleMutation } from '#lib/queries'
import { reloadRecords, updateRecord } from '#lib/records'
import type { RecordChange } from '#lib/table-extension'
import { rememberUndoAtom, useToast, useUndo } from '#ui/toast'
import { singular } from '../../list/record-name'
import { referenceValues } from '../../list/references/references.api'
import { createRecord, deleteRecord, schemasQuery } from '../../list/tables.api'
import { conflictFrom } from './save-conflict'

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

type Attempt = {
  values: Values
  /** The values as loaded: only fields that differ from them are sent for an existing record. */
  before: Values
  /** The version that the person edited; null creates a record. */
  base: TableRecord | null
}

/** `change`: what differs from the record before, if anything does. */
export type Saved = { record: TableRecord; wasNew: boolean; change?: RecordChange }

/** The fields that an admin has taken out of the table since the form was opened. */
const goneFields = (error: unknown): string[] =>
  Object.entries((error instanceof AppError && error.fields) || {}).flatMap(([name, message]) =>
    message === `${name} is not a field of this table` ? [name] : [],
  )

/** Values typed into fields that are gone: they are shown once more, and the rest can be saved. */
const goneText = (schema: TableSchema, names: readonly string[], values: Values) => {
  const typed = names.map((name) => `${titleOf(name, schema.properties[name])} “${String(values[name] ?? '')}”`)
  return `An admin has changed the fields of this table in the meantime. Not saved: ${typed.join(', ')}. Copy it if you need it, then save again to store the rest.`
}

/** The table is not there for this person any more: a record that was deleted is a conflict instead. */
const hiddenText =
  'You no longer have access to this table, so nothing was saved. Copy what you need, and ask an administrator of the school.'

export function useSave(
  schema: TableSchema,
  onSaved: (saved: Saved) => void,
  onRefused: (fields: FieldErrors) => void,
) {
  const keyFor = useContentKey()
  const client = useQueryClient()
  const rememberUndo = useUndoSave(schema)
  const { mutate, isPending, error, variables, reset } = useSingleMutation({
    mutationKey: ['save', schema.name],
    async mutationFn({ values, before, base }: Attempt): Promise<Saved> {
      if (!base) {
        const body = payloadForCreate(schema, values)
        return { record: await createRecord(schema.name, body, keyFor(body)), wasNew: true }
      }
      const body = payloadForUpdate(schema, before, values)
      const isSame = Object.keys(body).length === 0
      if (isSame) return { record: base, wasNew: false }
      const record = await updateRecord(schema.name, base.id, body, base.updated_at)
      return { record, wasNew: false, change: { schema, ids: [base.id], changes: body, before: base } }
    },
    onSuccess(saved, attempt) {
      rememberUndo({ ...attempt, record: saved.record })
      onSaved(saved)
    },
    onError(failure, { base }) {
      if (goneFields(failure).length > 0) client.invalidateQueries({ queryKey: schemasQuery.queryKey })
      if (failure instanceof AppError && failure.fields && !(base && conflictFrom(failure))) onRefused(failure.fields)
    },
  })
  const isUpdate = variables?.base != null
  const conflict = isUpdate ? conflictFrom(error) : undefined
  const fallback = isUpdate ? 'Failed to update record' : 'Failed to create record'
  const gone = goneFields(error)
  const isHidden = error instanceof AppError && error.code === 'not_found'
  const said = isHidden ? hiddenText : failureText(error, fallback)
  const text = gone.length > 0 ? goneText(schema, gone, variables?.values ?? {}) : said
  const failure = error && !conflict ? text || 'Save failed' : undefined
  return { save: mutate, isSaving: isPending, failure, conflict, dismissConflict: reset }
}

type SavedChange = { record: TableRecord; base: TableRecord | null; before: Values; values: Values }

/** The reference field that has lost a record. */
const reducedField = (schema: TableSchema, fields: readonly string[], before: Values, after: Values) =>
  fields.find((name) => {
    const field = schema.properties[name]
    if (!field || referencedTable(field) === undefined) return false
    const left = referenceValues(after[name])
    return referenceValues(before[name]).some((id) => !left.includes(id))
  })

/**
 * Remembers how a saved record becomes what it was, and offers it where a reference was removed. The record is left alone when it was
 * changed since.
 */
function useUndoSave(schema: TableSchema) {
  const client = useQueryClient()
  const remember = useSetAtom(rememberUndoAtom)
  const showToast = useToast()
  const { name } = schema
  const undo = useUndo(() => reloadRecords(client, name))
  const undoLater = (done: string, write: () => Promise<unknown>, told?: string) => {
    const run = () => void undo(() => write().then(() => `${singular(schema)}: ${done}`))
    if (told === undefined) remember(run)
    else showToast({ text: told, undo: run })
  }

  return ({ record, base, before, values }: SavedChange) => {
    const { id, updated_at } = record
    if (!base) return void undoLater('moved to the trash', () => deleteRecord(name, id))
    const changed = Object.keys(payloadForUpdate(schema, before, values))
    const former = Object.fromEntries(changed.map((field) => [field, base[field] ?? null]))
    if (changed.length === 0) return
    const reduced = reducedField(schema, changed, base, values)
    const told = reduced && `Removed from ${titleOf(reduced, schema.properties[reduced])}`
    undoLater('change undone', () => updateRecord(name, id, former, updated_at), told)
  }
}
