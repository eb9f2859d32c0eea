import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import './dialog.css'

type Props = {
  title: string
  /** Someone wants out: by the close icon, Escape or the back gesture of a phone. The caller decides. */
  onClose: () => void
  /** While something runs that must not be left. */
  busy?: boolean
  role?: 'dialog' | 'alertdialog'
  size?: 'normal' | 'small'
  /** Stays visible below what scrolls. */
  footer?: ReactNode
  children: ReactNode
}

/** Where the focus goes: to what asks for it, else to the first field; without either the browser chooses. */
const firstStop = '[data-first], form :is(input, select, textarea):not(:disabled)'

/**
 * A modal window on the browser's own `<dialog>`: the rest of the page is inert, the focus stays inside and returns.
 * It is at most 90 % of the viewport high; its content scrolls, its head and foot do not.
 */
export function Dialog({ title, onClose, busy = false, role = 'dialog', size = 'normal', footer, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()

  // Before the node leaves the page: a dialog that is removed while open would not give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog?.open) dialog?.showModal()
    dialog?.querySelector<HTMLElement>(firstStop)?.focus()
    return () => dialog?.close()
  }, [])

  const leave = () => {
    if (!busy) onClose()
  }
  function onCancel(event: SyntheticEvent) {
    // A file picker that is left reports the same event from inside.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    leave()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // Asked for twice, the browser would close the dialog without asking us.
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
      <div className="flex items-start gap-4 border-line border-b py-2 pr-2 pl-5">
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
      <div id={`${id}-text`} className="overflow-y-auto overscroll-contain px-5 py-4">
        {children}
      </div>
      {footer && (
        <div className="flex flex-wrap items-center justify-end gap-3 border-line border-t bg-card px-5 py-3">
          {footer}
        </div>
      )}
    </dialog>
  )
}
