import { useQueryClient } from '@tanstack/react-query'
import { recordsKey } from '#lib/records'
import { useToast, useUndo } from '#ui/toast'
import { restoreRecord } from '../list/tables.api'

/** Says that a record of a table was deleted, with Undo, and reloads its lists. */
export function useDeletedToast(table: string) {
  const client = useQueryClient()
  const showToast = useToast()
  const reload = () => client.invalidateQueries({ queryKey: recordsKey(table) })
  const undo = useUndo(reload, 'Failed to restore the record')
  return (id: string, onRestored = () => {}): Promise<void> => {
    async function restore() {
      await undo(() => restoreRecord(table, id).then(() => 'Record restored'))
      onRestored()
    }
    showToast({ text: 'Record deleted', undo: restore })
    return reload()
  }
}
