import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

type Props = {
  /** The question. */
  title: string
  /** What the button says. */
  action: string
  variant?: 'primary' | 'danger'
  busy?: boolean
  /** The button is off until then. */
  isReady?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something that is hard to take back. The focus is on Cancel. */
export function ConfirmDialog({ title, action, variant = 'danger', busy = false, isReady = true, ...props }: Props) {
  const { onConfirm, onClose, children } = props
  return (
    <Dialog
      title={title}
      role="alertdialog"
      size="small"
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" data-first disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant={variant} disabled={busy || !isReady} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
