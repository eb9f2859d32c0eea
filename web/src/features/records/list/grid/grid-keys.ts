import type { FocusEvent, KeyboardEvent } from 'react'

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
export function walk(event: KeyboardEvent<HTMLElement>): boolean {
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
