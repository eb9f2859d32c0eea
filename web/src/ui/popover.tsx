import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** Calls `onDismiss` on Escape and on a click or focus outside; `returnFocus` says whether focus goes back. */
export function useDismiss(
  box: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onDismiss: (returnFocus: boolean) => void,
) {
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    if (!isOpen) return
    const listen = new AbortController()
    const outside = ({ target }: Event) => {
      if (!(target instanceof Element && target.isConnected) || box.current?.contains(target)) return
      // A modal above, such as the sign-in, leaves what is below it.
      const modal = target.closest('dialog')
      if (!modal || modal.contains(box.current)) dismiss(false)
    }
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      dismiss(true)
    }
    // After the press, not at its start: closing moves the page, and the button under the pointer would miss its click.
    let isPressed = false
    const onPress = ({ type }: Event) => {
      isPressed = type === 'pointerdown'
    }
    const early = { signal: listen.signal, capture: true }
    for (const type of ['pointerdown', 'pointerup', 'pointercancel']) document.addEventListener(type, onPress, early)
    document.addEventListener('click', outside, early)
    document.addEventListener('focusin', (event) => isPressed || outside(event), { signal: listen.signal })
    box.current?.addEventListener('keydown', onKey, { signal: listen.signal })
    return () => listen.abort()
  }, [box, isOpen])
}

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

type MenuItem = {
  key: string
  content: ReactNode
  /** A link, so that it opens in a new tab, too. */
  href?: string
  isCurrent?: boolean
  isDisabled?: boolean
  title?: string
  onSelect: () => void
}

type MenuProps = {
  trigger: ReactNode
  label: string
  triggerLabel?: string
  className?: string
  align?: 'left' | 'right'
  items: readonly MenuItem[]
}

/** The index of the item that a key moves to, `undefined` for other keys. The arrows `back` and `on` wrap around at the ends. */
export function placeAfter(key: string, at: number, count: number, back: string, on: string): number | undefined {
  const places: Record<string, number> = { [back]: at - 1 + count, [on]: at + 1, Home: 0, End: count - 1 }
  const place = places[key]
  return place === undefined ? undefined : place % count
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = placeAfter(event.key, at, items.length, 'ArrowUp', 'ArrowDown')
  if (next === undefined || items.length === 0) return
  event.preventDefault()
  items[next]?.focus()
}

export const opensNewTab = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0

const itemStyle =
  'flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2.5 py-1 text-left text-[0.95rem] hover:bg-sunken focus-visible:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:opacity-60 aria-[current]:font-semibold'

/** A button that opens a menu; arrow keys move between its items. */
export const Menu = ({ items, ...popover }: MenuProps) => (
  <Popover {...popover} role="menu">
    {(close) => (
      <div role="none" onKeyDown={moveFocus}>
        {items.map(({ key, content, href, isCurrent, isDisabled, title, onSelect }) => {
          const shared = {
            role: 'menuitem',
            title,
            'aria-current': isCurrent || undefined,
            'aria-disabled': isDisabled || undefined,
            className: itemStyle,
            onClick(event: MouseEvent) {
              if (href !== undefined && opensNewTab(event)) return
              event.preventDefault()
              if (isDisabled) return
              close()
              onSelect()
            },
          }
          return href === undefined ? (
            <button key={key} type="button" {...shared}>
              {content}
            </button>
          ) : (
            <a key={key} href={href} {...shared}>
              {content}
            </a>
          )
        })}
      </div>
    )}
  </Popover>
)
