import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { TableRecord } from '@app/contracts/tables'
import type { Descriptor } from '@app/table-schema/descriptor'
import { payloadForCreate, payloadForUpdate, type Values } from '@app/table-schema/record'
import { useRef, useState } from 'react'
import { messageOf } from '#lib/message-of'
import { useContentKey } from '#lib/use-content-key'
import { createRecord, updateRecord } from '../tables.api'
import { type Conflict, conflictOf } from './conflict'

type Attempt = {
  values: Values
  /** What they were when the form was opened: only what differs is sent for a record that exists. */
  before: Values
  /** The record as the person saw it; null for a new one. */
  over: TableRecord | null
}

export type Saved = { record: TableRecord; wasNew: boolean }

/** Saves once however often it is asked meanwhile, and keeps what went wrong. */
export function useSave(schema: Descriptor, onSaved: (saved: Saved) => void, onRefused: (fields: FieldErrors) => void) {
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [conflict, setConflict] = useState<Conflict>()
  const running = useRef(false)
  const keyFor = useContentKey()

  async function save({ values, before, over }: Attempt) {
    if (running.current) return
    running.current = true
    setSaving(true)
    setFailure(undefined)
    try {
      if (over) {
        const seen = typeof over.updated_at === 'string' ? over.updated_at : null
        const body = payloadForUpdate(schema, before, values)
        const isSame = Object.keys(body).length === 0
        const record = isSame ? over : await updateRecord(schema.name, over.id, body, seen)
        onSaved({ record, wasNew: false })
      } else {
        const body = payloadForCreate(schema, values)
        onSaved({ record: await createRecord(schema.name, body, keyFor(body)), wasNew: true })
      }
    } catch (error) {
      const found = over ? conflictOf(error) : undefined
      setConflict(found)
      if (found) return
      if (error instanceof AppError && error.fields) onRefused(error.fields)
      setFailure(messageOf(error, over ? 'Failed to update record' : 'Failed to create record') || 'Save failed')
    } finally {
      running.current = false
      setSaving(false)
    }
  }

  return { save, isSaving, failure, conflict, settle: () => setConflict(undefined) }
}
