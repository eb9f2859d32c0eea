import type { TableRecord } from '@app/contracts/tables'
import { columns } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import { messageOf } from '#lib/message-of'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { recordName } from './grid/record-name'
import { deleteRecord } from './tables.api'

type Props = { schema: Descriptor; record: TableRecord; onClose: () => void; onDeleted: () => void }

/** Confirms and deletes one record; a failure keeps the dialog open. */
export function DeleteDialog({ schema, record, onClose, onDeleted }: Props) {
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['delete', schema.name, record.id],
    mutationFn: () => deleteRecord(schema.name, record.id),
    onSuccess: onDeleted,
  })
  return (
    <Dialog
      title={`Delete ${recordName(columns(schema), record)}`}
      role="alertdialog"
      size="small"
      busy={isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" data-first disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" disabled={isPending} onClick={() => mutate()}>
            {isPending ? 'Deleting...' : 'Delete'}
          </Button>
        </>
      }
    >
      <p>Are you sure you want to delete this {schema.singular ?? schema.title ?? 'record'}?</p>
      {error && (
        <div className="mt-3">
          <Notice tone="bad">
            <p>{messageOf(error, 'Failed to delete record')}</p>
          </Notice>
        </div>
      )}
    </Dialog>
  )
}
