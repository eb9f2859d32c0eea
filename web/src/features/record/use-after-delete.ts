import type { TableRecord } from '@app/contracts/tables'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { focusRecord, neighbor } from '#features/list/focus-record'
import { useList } from '#features/list/state/list-context'
import { restoreRecord } from '#features/list/tables.api'
import { recordsKey } from '#lib/record-keys'
import { showToastAtom } from '#ui/toast'
import { useUndo } from '#ui/use-undo'

/** Reloads the list, offers Undo and moves the focus to the neighboring row, or its panel when one was open. */
export function useAfterDelete() {
  const { schema, view, show, page } = useList()
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const reload = () => client.invalidateQueries({ queryKey: recordsKey(schema.name) })

  const undo = useUndo(reload, 'Failed to restore the record')

  async function restore({ id }: TableRecord) {
    await undo(() => restoreRecord(schema.name, id).then(() => 'Record restored'))
    focusRecord(id)
  }
  return async (record: TableRecord) => {
    const next = neighbor(page.data?.data ?? [], record.id)
    showToast({ text: 'Record deleted', undo: () => restore(record) })
    if (view.record !== null) show({ record: null }, { replace: true })
    await reload()
    focusRecord(next)
  }
}
