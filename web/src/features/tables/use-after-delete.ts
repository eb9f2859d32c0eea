import type { TableRecord } from '@app/contracts/tables'
import type { Descriptor } from '@app/table-schema/descriptor'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { messageOf } from '#lib/message-of'
import { showToastAtom } from '#ui/toast'
import { focusRecord, neighbour } from './grid/focus-record'
import type { ShowView } from './list-view'
import { recordsKey, restoreRecord } from './tables.api'

/** Reloads the list, offers Undo and moves the focus to the neighbouring row, or its panel when one was open. */
export function useAfterDelete(
  schema: Descriptor,
  records: readonly TableRecord[] = [],
  isOpen: boolean,
  show: ShowView,
) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const reload = () => client.invalidateQueries({ queryKey: recordsKey(schema.name) })

  async function undo(record: TableRecord) {
    try {
      await restoreRecord(schema.name, record.id)
      showToast({ text: 'Record restored' })
    } catch (error) {
      showToast({ text: messageOf(error, 'Failed to restore the record') })
    }
    await reload()
    focusRecord(record.id)
  }
  return async (record: TableRecord) => {
    const next = neighbour(records, record.id)
    showToast({ text: 'Record deleted', action: { label: 'Undo', run: () => undo(record) } })
    if (isOpen) show({ record: null }, { replace: true })
    await reload()
    focusRecord(next)
  }
}
