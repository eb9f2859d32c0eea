import { Button } from './button'
import { Dialog } from './dialog'

type Props = { question?: string; onDiscard: () => void; onKeep: () => void }

const defaultQuestion = 'You have unsaved changes.'

/** Confirms that unsaved changes are discarded. */
export const DiscardDialog = ({ question = defaultQuestion, onDiscard, onKeep }: Props) => (
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
