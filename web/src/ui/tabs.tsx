import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { Menu, opensNewTab, placeAfter } from './popover'

/**
 * The keys of the items that fit into one row, in order, always with the selected one; the others belong into a menu.
 * Items carry `data-key`; `reserved` is the width of that menu's button in pixels.
 */
function useFitting(
  row: RefObject<HTMLElement | null>,
  keys: readonly string[],
  selected: string | undefined,
  reserved: number,
): ReadonlySet<string> {
  const [widths] = useState(() => new Map<string, number>())
  const [fitting, setFitting] = useState<ReadonlySet<string>>(new Set(keys))

  // Runs after every change. Items also grow on their own, as when a badge or the font arrives.
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const items = element.querySelectorAll<HTMLElement>('[data-key]')
    const measure = () => {
      for (const item of items) if (item.offsetWidth > 0) widths.set(item.dataset.key!, item.offsetWidth)
      // Without a layout everything fits.
      const available = element.clientWidth || Number.POSITIVE_INFINITY
      const next = chooseFitting(keys, selected, (key) => widths.get(key) ?? 0, available, reserved)
      setFitting((now) => (now.size === next.size && [...next].every((key) => now.has(key)) ? now : next))
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    for (const observed of [element, ...items]) observer.observe(observed)
    return () => observer.disconnect()
  })
  return fitting
}

/** Takes items in order while they fit; the selected one always has its place. */
export function chooseFitting(
  keys: readonly string[],
  selected: string | undefined,
  widthOf: (key: string) => number,
  available: number,
  reserved: number,
): ReadonlySet<string> {
  const total = keys.reduce((sum, key) => sum + widthOf(key), 0)
  if (total <= available) return new Set(keys)
  const chosen = new Set(selected !== undefined && keys.includes(selected) ? [selected] : [])
  let left = available - reserved - (selected === undefined ? 0 : widthOf(selected))
  for (const key of keys) {
    if (chosen.has(key)) continue
    left -= widthOf(key)
    if (left < 0) break
    chosen.add(key)
  }
  return chosen
}

/** A tab is a link. A tab with an error is disabled; its title shows the error. */
type Tab = { key: string; label: string; href: string; error?: string; badge?: ReactNode }
type Props = {
  label: string
  tabs: readonly Tab[]
  selected: string | undefined
  onSelect: (key: string) => void
  children: ReactNode
}

const menuWidth = 96
const tabStyle =
  'inline-flex min-h-10 items-center gap-1 whitespace-nowrap rounded-t-lg border-transparent border-b-3 px-3 font-display font-semibold text-[0.95rem] text-muted hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:line-through aria-selected:border-accent aria-selected:text-ink'

/** Tabs and the panel of the selected one; arrow keys move between tabs. Tabs that do not fit are in a menu. */
export function Tabs({ label, tabs, selected, onSelect, children }: Props) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const keys = tabs.map(({ key }) => key)
  const fitting = useFitting(row, keys, selected, menuWidth)
  const shown = tabs.filter(({ key }) => fitting.has(key))
  const hidden = tabs.filter(({ key }) => !fitting.has(key))

  function walk(event: KeyboardEvent<HTMLElement>, at: number) {
    const place = placeAfter(event.key, at, shown.length, 'ArrowLeft', 'ArrowRight')
    if (place === undefined) return
    event.preventDefault()
    const next = shown[place]
    if (!next) return
    document.getElementById(`${id}-${next.key}`)?.focus()
    if (!next.error) onSelect(next.key)
  }

  return (
    <>
      <div ref={row} className="flex items-end border-line border-b">
        <div role="tablist" aria-label={label} className="flex min-w-0">
          {shown.map(({ key, label, href, error, badge }, at) => (
            <a
              key={key}
              data-key={key}
              href={error ? undefined : href}
              role="tab"
              id={`${id}-${key}`}
              aria-selected={key === selected}
              aria-controls={`${id}-panel`}
              aria-disabled={error !== undefined || undefined}
              title={error}
              tabIndex={key === selected ? 0 : -1}
              onClick={(event) => {
                if (opensNewTab(event)) return
                event.preventDefault()
                if (!error) onSelect(key)
              }}
              onKeyDown={(event) => walk(event, at)}
              className={tabStyle}
            >
              {label}
              {badge}
            </a>
          ))}
        </div>
        {hidden.length > 0 && (
          <Menu
            label="More tables"
            align="right"
            className="inline-flex min-h-10 items-center gap-1 rounded-t-lg px-3 font-display font-semibold text-[0.95rem] text-muted hover:text-ink"
            trigger={
              <>
                More
                <ChevronDown className="size-4" />
              </>
            }
            items={hidden.map(({ key, label, href, error, badge }) => ({
              key,
              href,
              title: error,
              isDisabled: error !== undefined,
              content: (
                <>
                  {label}
                  {badge}
                </>
              ),
              onSelect: () => onSelect(key),
            }))}
          />
        )}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  )
}
