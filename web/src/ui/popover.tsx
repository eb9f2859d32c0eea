import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useDismiss } from './use-dismiss'

const margin = 8

/** Moves a panel by what would hang over an edge of the window, also when either changes its size. The left edge wins. */
export function useWithinWindow(panel: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const element = panel.current
    if (!isOpen || !element) return
    function place() {
      if (!element) return
      element.style.translate = ''
      const { left, right } = element.getBoundingClientRect()
      const over = Math.max(right + margin - document.documentElement.clientWidth, 0)
      const shift = Math.max(-over, margin - left)
      if (over > 0 || shift > 0) element.style.translate = `${shift}px`
    }
    place()
    const sizes = new ResizeObserver(place)
    sizes.observe(element)
    sizes.observe(document.documentElement)
    return () => sizes.disconnect()
  }, [panel, isOpen])
}

type Props = {
  /** The content of the button that opens it. */
  trigger: ReactNode
  label: string
  /** The accessible name of the button, where its content is not enough. */
  triggerLabel?: string
  className?: string
  role?: 'dialog' | 'menu'
  align?: 'left' | 'right'
  /** Above the button, which is at the bottom of the window. */
  isAbove?: boolean
  onOpen?: () => void
  children: (close: () => void) => ReactNode
}

const firstControl = '[data-first], input:not([type=hidden]), select, textarea, [role=menuitem], button, a[href]'

/** A button with a panel below it. The first control takes the focus; Escape returns it to the button. */
export function Popover({
  trigger,
  label,
  triggerLabel,
  className,
  role = 'dialog',
  align = 'left',
  isAbove = false,
  onOpen,
  children,
}: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  function close(returnFocus = true) {
    setOpen(false)
    if (returnFocus) button.current?.focus()
  }
  useDismiss(box, isOpen, close)
  useWithinWindow(panel, isOpen)
  useEffect(() => {
    if (isOpen) document.getElementById(id)?.querySelector<HTMLElement>(firstControl)?.focus()
  }, [isOpen, id])
  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={triggerLabel}
        aria-haspopup={role}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          if (!isOpen) onOpen?.()
          setOpen(!isOpen)
        }}
        className={className}
      >
        {trigger}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a dialog or a menu, both of which take a name.
        <div
          ref={panel}
          id={id}
          role={role}
          aria-label={label}
          data-align={align}
          data-above={isAbove}
          className="absolute top-full left-0 z-30 my-1.5 data-[above=true]:top-auto data-[above=true]:bottom-full max-h-[min(40rem,82dvh)] w-max min-w-52 max-w-[min(24rem,calc(100vw-2rem))] overflow-y-auto rounded-xl border border-line bg-card p-1.5 text-ink shadow-card data-[align=right]:right-0 data-[align=right]:left-auto"
        >
          {children(close)}
        </div>
      )}
    </div>
  )
}
