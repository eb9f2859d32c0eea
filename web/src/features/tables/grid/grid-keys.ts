import type { FocusEvent, KeyboardEvent } from 'react'

/**
 * The keyboard in a grid, after the WAI-ARIA practice: one stop for Tab, arrows from there. Rows are `tr`; whatever can
 * be reached carries `data-stop` with the number of its column, so that up and down keep to it.
 */
const pageStep = 10

const rowsOf = (grid: Element) => [...grid.querySelectorAll('tr')].filter((row) => stopsOf(row).length > 0)
const stopsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('[data-stop]')]

function inColumn(row: Element | undefined, like: HTMLElement) {
  const stops = row ? stopsOf(row) : []
  const same = stops.filter(({ dataset }) => dataset.stop === like.dataset.stop)
  return same.find(({ dataset }) => dataset.action === like.dataset.action) ?? same[0] ?? stops.at(-1)
}

/** Where a key leads from a stop; undefined where it leads nowhere, null when the key is none of ours. */
function destination(grid: Element, from: HTMLElement, key: string, control: boolean) {
  const rows = rowsOf(grid)
  const row = from.closest('tr')!
  const at = rows.indexOf(row)
  const stops = stopsOf(row)
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
      return control ? stopsOf(rows[0]!)[0] : stops[0]
    case 'End':
      return control ? stopsOf(rows.at(-1)!).at(-1) : stops.at(-1)
    default:
      return null
  }
}

const stopOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-stop]')

/** Walks; true when the key was one of the grid's. */
export function walk(event: KeyboardEvent<HTMLElement>): boolean {
  const from = stopOf(event.target)
  if (!from || event.altKey || event.metaKey || event.shiftKey) return false
  const to = destination(event.currentTarget, from, event.key, event.ctrlKey)
  if (to === null) return false
  event.preventDefault()
  to?.focus()
  return true
}

/** The stop that has the focus is the one that Tab comes back to. */
export function keepStop(event: FocusEvent<HTMLElement>) {
  const stop = stopOf(event.target)
  if (stop) makeStop(event.currentTarget, stop)
}

function makeStop(grid: Element, stop: HTMLElement) {
  for (const other of grid.querySelectorAll('[data-stop][tabindex="0"]')) other.setAttribute('tabindex', '-1')
  stop.setAttribute('tabindex', '0')
}

/** Tab needs a way in, also after the rows have changed: the first record, or the headings where there is none. */
export function ensureStop(grid: Element) {
  if (grid.querySelector('[data-stop][tabindex="0"]')) return
  const stop = grid.querySelector<HTMLElement>('tbody [data-stop]') ?? grid.querySelector<HTMLElement>('[data-stop]')
  if (stop) makeStop(grid, stop)
}
