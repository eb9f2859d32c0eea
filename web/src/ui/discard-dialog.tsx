import { Button } from './button'
import { Dialog } from './dialog'

type Props = { question?: string; onDiscard: () => void; onKeep: () => void }

const changed = 'What you changed has not been saved. Do you want to discard it?'

/** Asked before anything typed is lost. */
export const DiscardDialog = ({ question = changed, onDiscard, onKeep }: Props) => (
  <Dialog
    title="Unsaved changes"
    role="alertdialog"
    size="small"
    onClose={onKeep}
    footer={
      <>
        <Button variant="outline" onClick={onDiscard}>
          Discard changes
        </Button>
        <Button data-first onClick={onKeep}>
          Keep editing
        </Button>
      </>
    }
  >
    <p>{question}</p>
  </Dialog>
)
