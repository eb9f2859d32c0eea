import type { TableRecord } from '@app/contracts/tables'
import { onDemand } from '#ui/chunk'
import { focusRecord, neighbor } from '../list/focus-record'
import { recordName } from '../list/record-name'
import { useList } from '../list/state/list-context'
import { RecordHost } from './record-host'
import { CellEditor } from './row-edit/cell-editor'
import { useDeletedToast } from './use-deleted-toast'
import type { RecordActions } from './use-record-actions'

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
