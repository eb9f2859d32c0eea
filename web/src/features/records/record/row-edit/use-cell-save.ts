import type { TableRecord } from '@app/contracts/tables'
import { titleOf } from '@app/table-schema/field'
import { sameValue } from '@app/table-schema/record'
import type { TableSchema } from '@app/table-schema/schema'
import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useFollowUp } from '#lib/use-follow-up'
import { showToastAtom } from '#ui/toast'
import { useExtension } from '../../list/use-extension'
import { useRecordForm } from '../form/use-record-form'
import { useSave } from '../form/use-save'
import type { Move } from './editable'

/** Checks and saves one value. A change of other fields by another person does not stand in the way. */
export function useCellSave(
  schema: TableSchema,
  record: TableRecord,
  name: string,
  onSaved: (record: TableRecord | null, move: Move) => void,
) {
  const form = useRecordForm(schema, record)
  const field = schema.properties[name]!
  const offer = useFollowUp(useExtension(schema.name).followUp)
  const showToast = useSetAtom(showToastAtom)
  const move = useRef<Move>('stay')
  const { save, isSaving, failure, conflict, dismissConflict } = useSave(
    schema,
    ({ record: saved, change }) => {
      const offered = offer(change)
      if (offered.action) showToast({ text: `${titleOf(name, field)} saved`, ...offered })
      onSaved(saved, move.current)
    },
    form.refuse,
  )

  function send(base: TableRecord) {
    save({ values: { ...base, [name]: form.values[name] }, before: base, base })
  }
  const isElsewhere =
    conflict?.kind === 'stale' && sameValue(field, conflict.record[name], record[name]) ? conflict.record : undefined
  const onElsewhere = useEffectEvent(send)
  useEffect(() => {
    if (isElsewhere) onElsewhere(isElsewhere)
  }, [isElsewhere])

  return {
    form,
    isSaving,
    error: failure,
    /** Messages about other fields, which this change would make invalid. */
    others: Object.entries(form.errors).filter(([other]) => other !== name),
    conflict: isElsewhere ? undefined : conflict,
    save(next: Move) {
      if (isSaving) return
      move.current = next
      if (form.changed.length === 0) return onSaved(null, next)
      if (Object.keys(form.check()).length === 0) send(record)
    },
    takeTheirs() {
      dismissConflict()
      if (conflict?.kind === 'stale') onSaved(conflict.record, 'stay')
    },
    overwrite: () => conflict?.kind === 'stale' && send(conflict.record),
  }
}
