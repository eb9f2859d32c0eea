import type { TableRecord } from '@app/contracts/tables'
import type { Column } from '@app/table-schema/cell'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { toggleSort } from '#lib/sort'
import { useList } from '../state/list-provider'
import { walk } from './grid-keys'

export type RowAction = 'open' | 'edit' | 'delete' | 'copy'

export type RowActions = {
  run: (action: RowAction, record: TableRecord) => void
  editCell: (record: TableRecord, column: Column) => void
}

export type RowSelection = {
  ids: ReadonlySet<string>
  /** `extend`: the whole range from the last selected row, as with Shift. */
  toggle: (id: string, extend: boolean) => void
  togglePage: () => void
}

/** Long enough for the second click of most double clicks, short enough to feel immediate. */
const doubleClickMs = 220

/** Elements that a click is for. The link of a name is not among them: it opens the record as its whole cell does. */
const controls = 'button, input, select, textarea, a:not([data-action=open])'
const rowActions = new Set<string | undefined>(['open', 'edit', 'delete', 'copy'] satisfies RowAction[])
const rowKeys: Readonly<Record<string, RowAction>> = { Enter: 'open', e: 'edit', Delete: 'delete' }

/** The events of all rows, handled once at the table. Without a selection rows cannot be selected. */
export function useGridEvents(records: readonly TableRecord[], selection: RowSelection | undefined, rows: RowActions) {
  const { view, show, columns } = useList()
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const clicked = useRef<{ record: TableRecord; column: Column }>(undefined)
  useEffect(() => () => clearTimeout(opening.current), [])

  function recordAt(target: EventTarget) {
    const id = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row
    return records.find((record) => record.id === id)
  }
  const columnAt = (target: EventTarget) =>
    columns.shown[Number((target as Element).closest<HTMLElement>('td[data-stop]')?.dataset.stop) - 1]

  function onClick(event: MouseEvent) {
    const target = event.target as Element
    const first = clicked.current
    clicked.current = undefined
    // The cell of the first click: a slow second one may find something else there, since the record that opened moves the list.
    if (event.detail === 2 && first) {
      clearTimeout(opening.current)
      event.preventDefault()
      return rows.editCell(first.record, first.column)
    }
    const { action, field } = target.closest<HTMLElement>('[data-action]')?.dataset ?? {}
    const record = recordAt(target)
    if (action === 'sort' && field) return show({ sort: toggleSort(view.sort, field) })
    if (action === 'select-page') return selection?.togglePage()
    if (!record) return
    if (action === 'select') return selection?.toggle(record.id, event.shiftKey)
    const opensTab = event.ctrlKey || event.metaKey || event.shiftKey
    if (action === 'open' && opensTab) return
    if (action && rowActions.has(action)) event.preventDefault()
    const mayBeDouble = event.detail > 0 && (event.nativeEvent as PointerEvent).pointerType !== 'touch'
    if (action === 'open' && mayBeDouble) return openSoon(record, target)
    if (action && rowActions.has(action)) return rows.run(action as RowAction, record)
    if (target.closest(controls) || hasSelectedText()) return
    openSoon(record, target)
  }

  /** Not at once: a second click edits the cell instead. */
  function openSoon(record: TableRecord, target: Element) {
    const column = columnAt(target)
    clicked.current = column && { record, column }
    clearTimeout(opening.current)
    opening.current = setTimeout(rows.run, doubleClickMs, 'open', record)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (onColumnKey(event, columns)) return
    const target = event.target as Element
    const record = recordAt(target)
    const column = columnAt(target)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (record && target.matches('td') && isPlain) {
      const action = rowKeys[event.key]
      if (event.key === 'F2' && column) rows.editCell(record, column)
      else if (event.key === ' ') selection?.toggle(record.id, event.shiftKey)
      else if (action) rows.run(action, record)
      else return void walk(event)
      event.preventDefault()
    } else if (record && event.key === 'Delete' && !target.matches('input:not([type=checkbox]), select, textarea')) {
      event.preventDefault()
      rows.run('delete', record)
    } else if (!target.closest('[data-editing]')) walk(event)
  }

  return { recordAt, handlers: { onClick, onKeyDown } }
}

const hasSelectedText = () => getSelection()?.isCollapsed === false

const step = 16

type Actions = { resize: (key: string, by: number) => void; move: (key: string, to: -1 | 1) => void }

/** Alt and left or right on a column header resizes it, with Shift it moves. True when the key was handled. */
function onColumnKey(event: KeyboardEvent, { resize, move }: Actions): boolean {
  const field = (event.target as HTMLElement).dataset.field
  if (!field || !event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return false
  const direction = event.key === 'ArrowLeft' ? -1 : 1
  event.preventDefault()
  if (event.shiftKey) move(field, direction)
  else resize(field, direction * step)
  return true
}
