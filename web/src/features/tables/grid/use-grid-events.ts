import type { TableRecord } from '@app/contracts/tables'
import type { Column } from '@app/table-schema/cell'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { type Sort, toggleSort } from '#lib/sort'
import { onColumnKey } from './column-keys'
import { walk } from './grid-keys'

export type RowAction = 'open' | 'edit' | 'delete' | 'copy'

export type GridActions = {
  onSort: (sort: Sort) => void
  onAction: (action: RowAction, record: TableRecord) => void
  /** `extend`: the whole range from the last selected row, as with Shift. */
  onSelect: (id: string, extend: boolean) => void
  onSelectPage: () => void
  onEditCell: (record: TableRecord, column: Column) => void
  onWidth: (key: string, width: number) => void
  onResize: (key: string, by: number) => void
  onMoveColumn: (key: string, to: -1 | 1) => void
}

type Grid = GridActions & { columns: readonly Column[]; records: readonly TableRecord[]; sort: Sort | null }

/** Long enough for the second click of a double click, short enough to feel immediate. */
const doubleClickMs = 220

const rowActions = new Set<string | undefined>(['open', 'edit', 'delete', 'copy'] satisfies RowAction[])
const rowKeys: Readonly<Record<string, RowAction>> = { Enter: 'open', e: 'edit', Delete: 'delete' }

/** The events of all rows, handled once at the table. */
export function useGridEvents(grid: Grid) {
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(opening.current), [])

  function recordAt(target: EventTarget) {
    const id = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row
    return grid.records.find((record) => record.id === id)
  }
  const columnAt = (target: EventTarget) =>
    grid.columns[Number((target as Element).closest<HTMLElement>('td[data-stop]')?.dataset.stop) - 1]

  function onClick(event: MouseEvent) {
    const target = event.target as Element
    const { action, field } = target.closest<HTMLElement>('[data-action]')?.dataset ?? {}
    const record = recordAt(target)
    if (action === 'sort' && field) return grid.onSort(toggleSort(grid.sort, field))
    if (action === 'select-page') return grid.onSelectPage()
    if (!record) return
    if (action === 'select') return grid.onSelect(record.id, event.shiftKey)
    const opensTab = event.ctrlKey || event.metaKey || event.shiftKey
    if (action === 'open' && opensTab) return
    if (action && rowActions.has(action)) {
      event.preventDefault()
      return grid.onAction(action as RowAction, record)
    }
    if (target.closest('a, button, input, select, textarea') || hasSelectedText()) return
    clearTimeout(opening.current)
    opening.current = setTimeout(grid.onAction, doubleClickMs, 'open', record)
  }

  function onDoubleClick({ target }: MouseEvent) {
    const record = recordAt(target)
    const column = columnAt(target)
    clearTimeout(opening.current)
    if (record && column && !(target as Element).closest('a, button, input, select, textarea'))
      grid.onEditCell(record, column)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (onColumnKey(event, { resize: grid.onResize, move: grid.onMoveColumn })) return
    const target = event.target as Element
    const record = recordAt(target)
    const column = columnAt(target)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (record && target.matches('td') && isPlain) {
      const action = rowKeys[event.key]
      if (event.key === 'F2' && column) grid.onEditCell(record, column)
      else if (event.key === ' ') grid.onSelect(record.id, event.shiftKey)
      else if (action) grid.onAction(action, record)
      else return void walk(event)
      event.preventDefault()
    } else if (record && event.key === 'Delete' && !target.matches('input:not([type=checkbox]), select, textarea')) {
      event.preventDefault()
      grid.onAction('delete', record)
    } else if (!target.closest('[data-editing]')) walk(event)
  }

  return { recordAt, handlers: { onClick, onDoubleClick, onKeyDown } }
}

const hasSelectedText = () => getSelection()?.isCollapsed === false
