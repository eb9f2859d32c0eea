import { recordName } from '#features/list/record-name'
import { useList } from '#features/list/state/list-context'
import { DeleteDialog } from './delete-dialog'
import { RecordHost } from './record-host'
import { CellEditor } from './row-edit/cell-editor'
import { useAfterDelete } from './use-after-delete'
import type { RecordActions } from './use-record-actions'

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
