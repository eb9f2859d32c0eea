import type { TableRecord } from '@app/contracts/tables'
import { useQueryClient } from '@tanstack/react-query'
import { recordsKey } from '#lib/records'
import { onDemand } from '#ui/chunk'
import { useToast, useUndo } from '#ui/toast'
import { focusRecord, neighbor } from '../list/focus-record'
import { recordName } from '../list/record-name'
import { useList } from '../list/state/list-provider'
import { restoreRecord } from '../list/tables.api'
import { RecordHost } from './record-host'
import { CellEditor } from './row-edit/cell-editor'
import type { RecordActions } from './use-record-actions'

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

const DeleteDialog = onDemand(() => import('./delete-dialog').then((file) => file.DeleteDialog))

/** The record of the address, the cell that is edited, and the question before a deletion. */
export function RecordLayer({ actions: { cell, deleting, setDeleting } }: { actions: RecordActions }) {
  const { schema, columns } = useList()
  const afterDelete = useAfterDelete()
  return (
    <>
      {cell.place && cell.record && (
        <CellEditor
          key={`${cell.place.id} ${cell.place.key}`}
          schema={schema}
          record={cell.record}
          place={cell.place}
          name={recordName(columns.all, cell.record)}
          keys={cell.keys}
          onSaved={cell.onSaved}
          onCancel={cell.cancel}
          onForm={cell.toForm}
        />
      )}
      <RecordHost isDeleting={deleting !== null} onDelete={setDeleting} />
      {deleting && (
        <DeleteDialog
          schema={schema}
          record={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null)
            afterDelete(deleting)
          }}
        />
      )}
    </>
  )
}

/** Reloads the list, offers Undo and moves the focus to the neighboring row, or its panel when one was open. */
function useAfterDelete() {
  const { schema, view, show, page } = useList()
  const sayDeleted = useDeletedToast(schema.name)
  return async ({ id }: TableRecord) => {
    const next = neighbor(page.data?.data ?? [], id)
    if (view.record !== null) show({ record: null }, { replace: true })
    await sayDeleted(id, () => focusRecord(id))
    focusRecord(next)
  }
}
