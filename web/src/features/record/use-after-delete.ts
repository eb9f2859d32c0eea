import type { TableRecord } from '@app/contracts/tables'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { focusRecord, neighbor } from '#features/list/focus-record'
import { useList } from '#features/list/state/list-context'
import { recordsKey, restoreRecord } from '#features/list/tables.api'
import { failureText } from '#lib/failure-text'
import { showToastAtom } from '#ui/toast'

/** Reloads the list, offers Undo and moves the focus to the neighboring row, or its panel when one was open. */
export function useAfterDelete() {
  const { schema, view, show, page } = useList()
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const reload = () => client.invalidateQueries({ queryKey: recordsKey(schema.name) })

  async function undo(record: TableRecord) {
    try {
      await restoreRecord(schema.name, record.id)
      showToast({ text: 'Record restored' })
    } catch (error) {
      showToast({ text: failureText(error, 'Failed to restore the record') })
    }
    await reload()
    focusRecord(record.id)
  }
  return async (record: TableRecord) => {
    const next = neighbor(page.data?.data ?? [], record.id)
    showToast({ text: 'Record deleted', undo: () => undo(record) })
    if (view.record !== null) show({ record: null }, { replace: true })
    await reload()
    focusRecord(next)
  }
}
