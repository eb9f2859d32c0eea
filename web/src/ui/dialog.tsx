import './dialog.css'
import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { Button } from './button'
import { ModalToasts } from './toast'

type Props = {
  title: string
  /** Requested by the close icon, Escape or a phone's back gesture; the caller decides. */
  onClose: () => void
  /** While a call is running that must not be interrupted. */
  busy?: boolean
  role?: 'dialog' | 'alertdialog'
  size?: 'normal' | 'small' | 'full'
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
  children: ReactNode
}

const field = ':is(input, select, textarea):not(:disabled)'
/** The element focused first: the one marked for it, else the first field, else the browser's choice. */
const firstFocus = ['[data-first]', `form ${field}`, field]

/** The properties of a native `<dialog>` that is open for as long as it is rendered; `first` takes the focus. */
function useModal(onClose: () => void, first: readonly string[] = []) {
  const ref = useRef<HTMLDialogElement>(null)
  const focusFirst = useEffectEvent(() => {
    const found = first.map((selector) => ref.current?.querySelector<HTMLElement>(selector)).find(Boolean)
    found?.focus()
  })
  // Closed in a layout effect: a dialog removed while open would not return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog?.open) dialog?.showModal()
    focusFirst()
    return () => dialog?.close()
  }, [])
  function onCancel(event: SyntheticEvent) {
    // Canceling a file picker inside bubbles the same event.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }
  return { ref, onCancel }
}

const modalStyle = 'modal rounded-2xl border border-line bg-card p-0 text-ink shadow-card open:grid'

/**
 * A modal on the native `<dialog>`: the rest of the page is inert, the focus stays inside and returns on close.
 * At most 90 % of the viewport high; the content scrolls, header and footer do not.
 */
export function Dialog({ title, onClose, busy = false, role = 'dialog', size = 'normal', footer, children }: Props) {
  const id = useId()
  const leave = () => {
    if (!busy) onClose()
  }
  const modal = useModal(leave, firstFocus)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // On a second Escape the browser would close the dialog without an event.
    event.preventDefault()
    event.stopPropagation()
    leave()
  }

  return (
    <dialog
      {...modal}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-text` : undefined}
      data-size={size}
      onKeyDown={onKeyDown}
      className={`${modalStyle} open:grid-rows-[auto_minmax(0,1fr)_auto]`}
    >
      <div className="dialog-header flex items-start gap-4 border-line border-b py-2 pr-2 pl-5">
        <h2 id={`${id}-title`} className="mr-auto min-w-0 py-2 text-xl [overflow-wrap:anywhere]">
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close"
          disabled={busy}
          onClick={leave}
          className="grid size-11 shrink-0 place-items-center rounded-full text-muted enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-50"
        >
          <X className="size-5" />
        </button>
      </div>
      <div id={`${id}-text`} className="relative overflow-y-auto overscroll-contain px-5 py-4">
        {children}
      </div>
      <ModalToasts />
      {footer && (
        <div className="dialog-footer flex flex-wrap items-center justify-end gap-3 border-line border-t bg-card px-5 py-3">
          {footer}
        </div>
      )}
    </dialog>
  )
}

type DiscardDialogProps = { question?: string; onDiscard: () => void; onKeep: () => void }

export const DiscardDialog = ({ question = 'You have unsaved changes.', onDiscard, onKeep }: DiscardDialogProps) => (
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

type ConfirmDialogProps = {
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
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, variant = 'danger', busy = false, isReady = true, onConfirm, onClose, children } = props
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

type PlainDialogProps = {
  label: string
  onClose: () => void
  /** Stays where it is while its content grows and shrinks. */
  isAtTop?: boolean
  children: ReactNode
}

/** A modal without a header, for content that has its own; full screen on a phone. */
export const PlainDialog = ({ label, onClose, isAtTop, children }: PlainDialogProps) => (
  <dialog
    {...useModal(onClose)}
    aria-label={label}
    data-place={isAtTop ? 'top' : undefined}
    className={`${modalStyle} open:grid-rows-[auto_minmax(0,1fr)]`}
  >
    {children}
    <ModalToasts />
  </dialog>
)
