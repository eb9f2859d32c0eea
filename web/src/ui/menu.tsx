import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Popover } from './popover'

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

type Props = {
  trigger: ReactNode
  label: string
  triggerLabel?: string
  className?: string
  align?: 'left' | 'right'
  items: readonly MenuItem[]
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const step = steps[event.key]
  if (!step || items.length === 0) return
  event.preventDefault()
  items[step(items.indexOf(document.activeElement as HTMLElement), items.length)]?.focus()
}

export const opensNewTab = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0

const itemStyle =
  'flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2.5 py-1 text-left text-[0.95rem] hover:bg-sunken focus-visible:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:opacity-60 aria-[current]:font-semibold'

/** A button that opens a menu; arrow keys move between its items. */
export const Menu = ({ items, ...popover }: Props) => (
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
