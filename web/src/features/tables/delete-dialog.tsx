import type { TableRecord } from '@app/contracts/tables'
import { columns } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import { useRef, useState } from 'react'
import { messageOf } from '#lib/message-of'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { recordName } from './grid/record-name'
import { deleteRecord } from './tables.api'

type Props = { schema: Descriptor; record: TableRecord; onClose: () => void; onDeleted: () => void }

/** Asks, deletes, and says why where it did not work. */
export function DeleteDialog({ schema, record, onClose, onDeleted }: Props) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const running = useRef(false)

  async function onDelete() {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await deleteRecord(schema.name, record.id)
      onDeleted()
    } catch (error) {
      setFailure(messageOf(error, 'Failed to delete record'))
      setBusy(false)
    } finally {
      running.current = false
    }
  }

  return (
    <Dialog
      title={`Delete ${recordName(columns(schema), record)}`}
      role="alertdialog"
      size="small"
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" data-first disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button className="bg-bad! text-card!" disabled={busy} onClick={onDelete}>
            {busy ? 'Deleting...' : 'Delete'}
          </Button>
        </>
      }
    >
      <p>Are you sure you want to delete this {schema.title ?? 'record'}?</p>
      {failure && (
        <div className="mt-3">
          <Notice tone="bad">
            <p>{failure}</p>
          </Notice>
        </div>
      )}
    </Dialog>
  )
}
