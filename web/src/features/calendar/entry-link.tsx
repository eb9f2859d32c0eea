import { addDays } from '@app/table-schema/conditions'
import type { CSSProperties, DragEvent, KeyboardEvent, ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { paths } from '#lib/paths'
import type { Entry } from './entries'

/** A history entry that closing the record leaves by going back. */
const opened = { opened: true }

/** The link that opens a record next to the calendar as it is. */
export function useEntryLink(id: string) {
  const [search] = useSearchParams()
  const next = new URLSearchParams(search)
  next.set('record', id)
  return {
    href: `${paths.calendar}?${next}`,
    state: opened,
    replace: search.has('record') && history.state?.opened === true,
  }
}

/** The record of the address, and how it is closed. */
export function useOpenedEntry() {
  const [search, setSearch] = useSearchParams()
  function close() {
    if (history.state?.opened) return history.back()
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        next.delete('record')
        return next
      },
      { replace: true },
    )
  }
  return { id: search.get('record'), close }
}

/** Moves a record to a day, there to a minute of it or to the time it has. */
export type OnMove = (id: string, day: string, minute?: number) => void

type Props = {
  entry: Entry
  /** Undefined for those who may only read them. */
  onMove: OnMove | undefined
  /** How many days Alt with an arrow up or down moves it by: those of one row of the view. */
  rowDays?: number
  className: string
  style?: CSSProperties
  title?: string
  children: ReactNode
}

const idType = 'text/plain'
/** The distance from an entry's top to where it is held, in pixels. */
const holdType = 'application/x-hold'

/** The dropped record, and the distance from its top to where it was held. */
export const droppedEntry = ({ dataTransfer }: DragEvent) => ({
  id: dataTransfer.getData(idType),
  hold: Number(dataTransfer.getData(holdType)) || 0,
})

/** A record on the calendar, which can be dragged, or moved with Alt and an arrow key. */
export function EntryLink({
  entry: { id, day, cancelled },
  onMove,
  rowDays = 7,
  className,
  style,
  title,
  children,
}: Props) {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -rowDays, ArrowDown: rowDays }
  function onKeyDown(event: KeyboardEvent) {
    const days = event.altKey ? steps[event.key] : undefined
    if (!days || !onMove) return
    event.preventDefault()
    onMove(id, addDays(day, days))
  }
  function onDragStart(event: DragEvent) {
    const { top } = event.currentTarget.getBoundingClientRect()
    event.dataTransfer.setData(idType, id)
    event.dataTransfer.setData(holdType, `${event.clientY - top}`)
  }
  return (
    <Link
      {...useEntryLink(id)}
      draggable={onMove !== undefined}
      onDragStart={onDragStart}
      onKeyDown={onKeyDown}
      aria-keyshortcuts={onMove && 'Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown'}
      className={className}
      style={style}
      title={title}
    >
      {children}
      {cancelled && <span className="sr-only"> (canceled)</span>}
    </Link>
  )
}
