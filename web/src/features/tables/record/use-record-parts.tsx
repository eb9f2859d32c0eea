import type { Descriptor } from '@app/table-schema/descriptor'
import { useQueryClient } from '@tanstack/react-query'
import type { RecordPartProps } from '#lib/table-extension'
import { fetchRecord, recordsKey } from '../tables.api'
import { useExtension } from '../use-extension'
import type { RecordForm } from './use-record-form'

type Callbacks = Pick<RecordPartProps, 'onDirty' | 'onGone'>

/** What the table's extension adds above and below the form of an existing record. */
export function useRecordParts(schema: Descriptor, { record, adopt }: RecordForm, callbacks: Callbacks) {
  const client = useQueryClient()
  const { RecordHead, RecordTail } = useExtension(schema.name)
  if (!record) return {}

  const { id } = record
  const reloadLists = () => client.invalidateQueries({ queryKey: recordsKey(schema.name) })
  async function onChanged() {
    reloadLists()
    // If this fails, the next save reports the conflict.
    const fresh = await fetchRecord(schema.name, id).catch(() => undefined)
    if (fresh) adopt(fresh)
  }
  function onGone() {
    callbacks.onGone()
    reloadLists()
  }
  const props = { record, onChanged, onGone, onDirty: callbacks.onDirty }
  return {
    head: RecordHead && <RecordHead {...props} />,
    tail: RecordTail && <RecordTail {...props} />,
  }
}
