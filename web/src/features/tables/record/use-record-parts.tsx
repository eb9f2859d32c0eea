import type { Descriptor } from '@app/table-schema/descriptor'
import { useQueryClient } from '@tanstack/react-query'
import type { RecordPartProps } from '#lib/table-extension'
import { fetchRecord } from '../tables.api'
import { useExtension } from '../use-extension'
import type { RecordForm } from './use-record-form'

type Told = Pick<RecordPartProps, 'onDirty' | 'onGone'>

/** What the table adds above and below the form of a record that exists. */
export function useRecordParts(schema: Descriptor, { record, adopt }: RecordForm, told: Told) {
  const client = useQueryClient()
  const { RecordHead, RecordTail } = useExtension(schema.name)
  if (!record) return {}

  const { id } = record
  const reloadLists = () => client.invalidateQueries({ queryKey: ['records', schema.name] })
  async function onChanged() {
    reloadLists()
    // Where it cannot be read, a save finds out what changed.
    const fresh = await fetchRecord(schema.name, id).catch(() => undefined)
    if (fresh) adopt(fresh)
  }
  function onGone() {
    told.onGone()
    reloadLists()
  }
  const props = { record, onChanged, onGone, onDirty: told.onDirty }
  return {
    head: RecordHead && <RecordHead {...props} />,
    tail: RecordTail && <RecordTail {...props} />,
  }
}
