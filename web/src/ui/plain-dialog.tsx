import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import './dialog.css'
import { ModalToasts } from './toast'

type Props = {
  label: string
  onClose: () => void
  /** Stays where it is while its content grows and shrinks. */
  isAtTop?: boolean
  children: ReactNode
}

/** A modal without a header, for content that has its own; full screen on a phone. */
export function PlainDialog({ label, onClose, isAtTop, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog?.open) dialog?.showModal()
    return () => dialog?.close()
  }, [])
  function onCancel(event: SyntheticEvent) {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={ref}
      aria-label={label}
      data-place={isAtTop ? 'top' : undefined}
      onCancel={onCancel}
      className="modal rounded-2xl border border-line bg-card p-0 text-ink shadow-card open:grid open:grid-rows-[auto_minmax(0,1fr)]"
    >
      {children}
      <ModalToasts />
    </dialog>
  )
}
