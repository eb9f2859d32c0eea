import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { recordCount } from './use-undo-batch'

type Props = { count: number; onClose: () => void; onDelete: () => void }

/** Asks before all selected records are deleted. */
export const DeleteRecordsDialog = ({ count, onClose, onDelete }: Props) => (
  <Dialog
    title={`Delete ${recordCount(count)}`}
    role="alertdialog"
    size="small"
    onClose={onClose}
    footer={
      <>
        <Button variant="outline" data-first onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" onClick={onDelete}>
          Delete
        </Button>
      </>
    }
  >
    <p>Are you sure you want to delete {count === 1 ? 'this record' : `these ${recordCount(count)}`}?</p>
    <p className="mt-2 text-muted">They can be restored for 30 days.</p>
  </Dialog>
)
