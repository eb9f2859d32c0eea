import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'

type Props = { onDiscard: () => void; onKeep: () => void }

/** Asked before anything typed is lost. */
export const DiscardDialog = ({ onDiscard, onKeep }: Props) => (
  <Dialog
    title="Unsaved changes"
    role="alertdialog"
    size="small"
    onClose={onKeep}
    footer={
      <>
        <Button look="outline" onClick={onDiscard}>
          Discard changes
        </Button>
        <Button data-first onClick={onKeep}>
          Keep editing
        </Button>
      </>
    }
  >
    <p>What you changed has not been saved. Do you want to discard it?</p>
  </Dialog>
)
