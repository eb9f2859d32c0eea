import type { TableSchema } from '@app/table-schema/schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#lib/failure-text'
import { givenValues, newRecord } from '#lib/list-address'
import { recordKey, recordsKey } from '#lib/records'
import { useFollowUp } from '#lib/table-extension'
import { useLater } from '#lib/use-later'
import { SmallButton } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Spinner } from '#ui/icon'
import { Notice } from '#ui/notice'
import { useToast } from '#ui/toast'
import { focusRecord } from '../../list/focus-record'
import { singular } from '../../list/record-name'
import { editQuery } from '../../list/tables.api'
import { useExtension } from '../../list/use-schema'
import { RecordForm } from './record-form'
import { conflictFrom, deletionText } from './save-conflict'
import type { Saved } from './use-record-form'

type Props = {
  schema: TableSchema
  id: string
  onClose: () => void
  onDirty: (dirty: boolean) => void
  /** The record is saved; its dialog closes, before or after the list is loaded again. */
  onLeave: (id: string) => void
  /** The record that follows. */
  next: string | undefined
  /** Opens the form of another record, with what its entry of the history holds. */
  onStep: (id: string, filling: Filling) => void
}

/** In the history: the element that is filled in, in one record after the other, and the ids of those before. */
export type Filling = { field?: string | undefined; came?: readonly string[] }

const slowMs = 300

/** Loads the record before it is edited: the list may be stale and shows fewer fields. */
export function RecordLoader({ schema, id, onClose, onDirty, onLeave, next, onStep }: Props) {
  const client = useQueryClient()
  const showToast = useToast()
  const isNew = id === newRecord
  const [given] = useState(() => (isNew ? givenValues() : {}))
  const { data, error, refetch } = useQuery({ ...editQuery(schema.name, id), enabled: !isNew })

  const { followUp, afterCreate } = useExtension(schema.name)
  const offer = useFollowUp(followUp)

  const [{ field, came = [] }] = useState<Filling>(() => history.state ?? {})
  const previous = came.at(-1)

  async function reload({ record, wasNew, change }: Saved) {
    const offered = wasNew ? afterCreate?.() : undefined
    if (offered) showToast(offered)
    showToast({ text: wasNew ? `${singular(schema)} added` : 'Changes saved', ...offer(change) })
    client.invalidateQueries({ queryKey: recordKey(schema.name, record.id) })
    await client.invalidateQueries({ queryKey: recordsKey(schema.name) })
  }
  async function onSaved(saved: Saved) {
    onLeave(saved.record.id)
    await reload(saved)
    focusRecord(saved.record.id)
  }
  const onSavedNext =
    next === undefined
      ? undefined
      : (saved: Saved, field: string | undefined) => {
          onDirty(false)
          onStep(next, { field, came: [...came, id] })
          return reload(saved)
        }

  const isSlow = useLater(slowMs)
  if (isNew || data)
    return (
      <RecordForm
        schema={schema}
        record={data ?? null}
        given={given}
        onSaved={onSaved}
        onSavedNext={onSavedNext}
        field={field}
        onPrevious={previous === undefined ? undefined : () => onStep(previous, { field, came: came.slice(0, -1) })}
        onClose={onClose}
        onDirty={onDirty}
      />
    )
  // Usually the record arrives at once: a loading dialog would only flash.
  if (!error && !isSlow) return null
  return (
    <Dialog title={`Edit ${singular(schema)}`} onClose={onClose}>
      {error ? (
        <Notice tone="bad">
          <p>{deletionText(conflictFrom(error)) ?? failureText(error, 'Failed to load the record')}</p>
          <SmallButton onClick={() => refetch()}>Try again</SmallButton>
        </Notice>
      ) : (
        <p role="status" className="flex items-center gap-2 py-6 text-muted">
          <Spinner />
          Loading the record...
        </p>
      )}
    </Dialog>
  )
}
