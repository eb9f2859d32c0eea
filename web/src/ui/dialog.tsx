import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import './dialog.css'
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

/**
 * A modal on the native `<dialog>`: the rest of the page is inert, the focus stays inside and returns on close.
 * At most 90 % of the viewport high; the content scrolls, header and footer do not.
 */
export function Dialog({ title, onClose, busy = false, role = 'dialog', size = 'normal', footer, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()

  // Closed in a layout effect: a dialog removed while open would not return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog?.open) dialog?.showModal()
    const first = firstFocus.map((selector) => dialog?.querySelector<HTMLElement>(selector)).find(Boolean)
    first?.focus()
    return () => dialog?.close()
  }, [])

  const leave = () => {
    if (!busy) onClose()
  }
  function onCancel(event: SyntheticEvent) {
    // Canceling a file picker inside bubbles the same event.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    leave()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // On a second Escape the browser would close the dialog without an event.
    event.preventDefault()
    event.stopPropagation()
    leave()
  }

  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-text` : undefined}
      data-size={size}
      onCancel={onCancel}
      onKeyDown={onKeyDown}
      className="modal rounded-2xl border border-line bg-card p-0 text-ink shadow-card open:grid open:grid-rows-[auto_minmax(0,1fr)_auto]"
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
