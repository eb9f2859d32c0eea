import type { TableRecord } from '@app/contracts/tables'
import type { Column } from '@app/table-schema/cell'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { toggleSort } from '#lib/sort'
import { useList } from '../state/list-provider'

/**
 * Keyboard of the grid as in the WAI-ARIA pattern: one tab stop, arrow keys inside. Rows are `tr`; every focusable
 * element carries `data-stop` with its column number, so that up and down stay in the column.
 */
const pageStep = 10

const rowsIn = (grid: Element) => [...grid.querySelectorAll('tr')].filter((row) => stopsIn(row).length > 0)
const stopsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>('[data-stop]')]

function inColumn(row: Element | undefined, like: HTMLElement) {
  const stops = row ? stopsIn(row) : []
  const same = stops.filter(({ dataset }) => dataset.stop === like.dataset.stop)
  return same.find(({ dataset }) => dataset.action === like.dataset.action) ?? same[0] ?? stops.at(-1)
}

/** The next stop for a key; undefined at an edge, null when the grid does not handle the key. */
function destination(grid: Element, from: HTMLElement, key: string, control: boolean) {
  const rows = rowsIn(grid)
  const row = from.closest('tr')!
  const at = rows.indexOf(row)
  const stops = stopsIn(row)
  const vertical = (to: number) => inColumn(rows[Math.max(0, Math.min(rows.length - 1, to))], from)
  switch (key) {
    case 'ArrowRight':
      return stops[stops.indexOf(from) + 1]
    case 'ArrowLeft':
      return stops[stops.indexOf(from) - 1]
    case 'ArrowDown':
      return vertical(at + 1)
    case 'ArrowUp':
      return vertical(at - 1)
    case 'PageDown':
      return vertical(at + pageStep)
    case 'PageUp':
      return vertical(Math.max(1, at - pageStep))
    case 'Home':
      return control ? stopsIn(rows[0]!)[0] : stops[0]
    case 'End':
      return control ? stopsIn(rows.at(-1)!).at(-1) : stops.at(-1)
    default:
      return null
  }
}

const stopAt = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-stop]')

/** Moves the focus; true when the grid handled the key. */
function walk(event: KeyboardEvent<HTMLElement>): boolean {
  const from = stopAt(event.target)
  if (!from || event.altKey || event.metaKey || event.shiftKey) return false
  const to = destination(event.currentTarget, from, event.key, event.ctrlKey)
  if (to === null) return false
  event.preventDefault()
  to?.focus()
  return true
}

/** Makes the focused stop the grid's tab stop. */
export function keepStop(event: FocusEvent<HTMLElement>) {
  const stop = stopAt(event.target)
  if (stop) makeStop(event.currentTarget, stop)
}

function makeStop(grid: Element, stop: HTMLElement) {
  for (const other of grid.querySelectorAll('[data-stop][tabindex="0"]')) other.setAttribute('tabindex', '-1')
  stop.setAttribute('tabindex', '0')
}

/** Restores a tab stop after the rows changed: in the first record, else in the header. */
export function ensureStop(grid: Element) {
  if (grid.querySelector('[data-stop][tabindex="0"]')) return
  const stop = grid.querySelector<HTMLElement>('tbody [data-stop]') ?? grid.querySelector<HTMLElement>('[data-stop]')
  if (stop) makeStop(grid, stop)
}

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
