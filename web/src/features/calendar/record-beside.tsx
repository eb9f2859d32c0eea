import type { References, TableRecord } from '@app/contracts/tables'
import type { TableSchema } from '@app/table-schema/schema'
import { useCallback, useRef, useState } from 'react'
import { LabelsContext } from '#features/records/list/references/references.api'
import { DeleteDialog } from '#features/records/record/delete-dialog'
import { RecordLoader } from '#features/records/record/form/record-loader'
import { PanelHost } from '#features/records/record/panel/record-panel'
import { useDeletedToast } from '#features/records/record/record-layer'
import { useShortcuts } from '#lib/use-listener'
import { DiscardDialog } from '#ui/dialog'

type Props = {
  schema: TableSchema
  id: string
  /** The record as the calendar has it. */
  row: TableRecord | undefined
  references: References
  onClose: () => void
}

/** The record of an entry, next to the calendar. It is edited and deleted here, and closing it stays here. */
export function RecordBeside({ schema, id, row, references, onClose }: Props) {
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [deleting, setDeleting] = useState<TableRecord | null>(null)
  const dirty = useRef(false)
  const sayDeleted = useDeletedToast(schema.name)
  const onDirty = useCallback((value: boolean) => {
    dirty.current = value
  }, [])
  const leave = () => {
    dirty.current = false
    setAsking(false)
    if (isEditing) setEditing(false)
    else onClose()
  }
  const close = () => (dirty.current ? setAsking(true) : leave())
  useShortcuts({ Escape: close })
  return (
    <LabelsContext value={references}>
      <PanelHost
        schema={schema}
        id={id}
        row={row}
        isCovered={isEditing || isAsking || deleting !== null}
        onEdit={() => setEditing(true)}
        onDelete={setDeleting}
        onClose={close}
        onDirty={onDirty}
        onGone={onClose}
      />
      {isEditing && (
        <RecordLoader
          schema={schema}
          id={id}
          onClose={close}
          onDirty={onDirty}
          onLeave={() => setEditing(false)}
          next={undefined}
          onStep={() => {}}
        />
      )}
      {deleting && (
        <DeleteDialog
          schema={schema}
          record={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            onClose()
            void sayDeleted(deleting.id)
          }}
        />
      )}
      {isAsking && <DiscardDialog onDiscard={leave} onKeep={() => setAsking(false)} />}
    </LabelsContext>
  )
}
