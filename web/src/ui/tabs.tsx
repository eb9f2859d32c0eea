import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

/** A tab with an error is disabled; its title shows the error. */
type Tab = { key: string; label: string; error?: string; badge?: ReactNode }
type Props = {
  label: string
  tabs: readonly Tab[]
  selected: string | undefined
  onSelect: (key: string) => void
  children: ReactNode
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** Tabs and the panel of the selected one; arrow keys move between tabs. */
export function Tabs({ label, tabs, selected, onSelect, children }: Props) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)

  // Scrolls the selected tab into view on a narrow screen, without scrolling the page.
  useEffect(() => {
    const tab = selected && row.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (!tab || !row.current) return
    const { offsetLeft, offsetWidth } = tab
    const { clientWidth, scrollLeft, offsetLeft: start } = row.current
    const left = offsetLeft - start
    if (left < scrollLeft || left + offsetWidth > scrollLeft + clientWidth)
      row.current.scrollLeft = left - (clientWidth - offsetWidth) / 2
  }, [selected])

  function walk(event: KeyboardEvent<HTMLButtonElement>, at: number) {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = step(at, tabs.length)
    const row = event.currentTarget.parentElement
    row?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
    if (!tabs[next]!.error) onSelect(tabs[next]!.key)
  }

  return (
    <>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-line border-b-2 p-1 pb-0"
      >
        {tabs.map((tab, at) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === selected}
            aria-controls={`${id}-panel`}
            aria-disabled={tab.error !== undefined || undefined}
            title={tab.error}
            tabIndex={tab.key === selected ? 0 : -1}
            onClick={() => tab.error || onSelect(tab.key)}
            onKeyDown={(event) => walk(event, at)}
            className="min-h-11 whitespace-nowrap rounded-t-lg border-transparent border-b-4 px-4 font-display font-semibold text-muted hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:line-through aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.label}
            {tab.badge}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  )
}
