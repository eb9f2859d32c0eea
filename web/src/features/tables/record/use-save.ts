import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { TableRecord } from '@app/contracts/tables'
import type { Descriptor } from '@app/table-schema/descriptor'
import { payloadForCreate, payloadForUpdate, type Values } from '@app/table-schema/record'
import { messageOf } from '#lib/message-of'
import { useContentKey } from '#lib/use-content-key'
import { useSingleMutation } from '#lib/use-single-mutation'
import { createRecord, updateRecord } from '../tables.api'
import { conflictFrom } from './save-conflict'

type Attempt = {
  values: Values
  /** The values as loaded: only fields that differ from them are sent for an existing record. */
  before: Values
  /** The version that the person edited; null creates a record. */
  base: TableRecord | null
}

export type Saved = { record: TableRecord; wasNew: boolean }

/** Saves a record and keeps why it failed. */
export function useSave(schema: Descriptor, onSaved: (saved: Saved) => void, onRefused: (fields: FieldErrors) => void) {
  const keyFor = useContentKey()
  const { mutate, isPending, error, variables, reset } = useSingleMutation({
    mutationKey: ['save', schema.name],
    async mutationFn({ values, before, base }: Attempt): Promise<Saved> {
      if (!base) {
        const body = payloadForCreate(schema, values)
        return { record: await createRecord(schema.name, body, keyFor(body)), wasNew: true }
      }
      const body = payloadForUpdate(schema, before, values)
      const seen = typeof base.updated_at === 'string' ? base.updated_at : null
      const isSame = Object.keys(body).length === 0
      return { record: isSame ? base : await updateRecord(schema.name, base.id, body, seen), wasNew: false }
    },
    onSuccess: onSaved,
    onError(failure, { base }) {
      if (failure instanceof AppError && failure.fields && !(base && conflictFrom(failure))) onRefused(failure.fields)
    },
  })
  const isUpdate = variables?.base != null
  const conflict = isUpdate ? conflictFrom(error) : undefined
  const fallback = isUpdate ? 'Failed to update record' : 'Failed to create record'
  const failure = error && !conflict ? messageOf(error, fallback) || 'Save failed' : undefined
  return { save: mutate, isSaving: isPending, failure, conflict, dismissConflict: reset }
}
