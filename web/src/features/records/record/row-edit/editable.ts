import type { Column } from '@app/table-schema/cell'
import { isSystemField } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { useLayoutEffect, useState } from 'react'
import { type WidgetKind, widgetKind } from '../widgets/widget'

/** These need more room than a cell has: the form edits them. */
const needsForm: ReadonlySet<WidgetKind> = new Set(['rich_text', 'file', 'image', 'unsupported'])

/** True if a cell can be edited where it is. */
export const isEditable = (schema: TableSchema, { key }: Pick<Column, 'key'>) => {
  const field = schema.properties[key]
  return field !== undefined && !field.readOnly && !isSystemField(key) && !needsForm.has(widgetKind(field))
}

export type CellPlace = { id: string; key: string }

/** Where to go on after a value was saved. */
export type Move = 'stay' | 'next' | 'previous' | 'below' | 'leave'

/** The editable cell before or behind another one, row by row; undefined at the ends of the page. */
export function nextPlace(
  ids: readonly string[],
  keys: readonly string[],
  { id, key }: CellPlace,
  step: -1 | 1,
): CellPlace | undefined {
  const cells = ids.flatMap((each) => keys.map((name) => ({ id: each, key: name })))
  const at = cells.findIndex((cell) => cell.id === id && cell.key === key)
  return at < 0 ? undefined : cells[at + step]
}

/** The cell of the same column in the next row; undefined in the last one of the page. */
export function placeBelow(ids: readonly string[], { id, key }: CellPlace): CellPlace | undefined {
  const at = ids.indexOf(id)
  const next = at < 0 ? undefined : ids[at + 1]
  return next === undefined ? undefined : { id: next, key }
}

type CellBox = { left: number; top: number; width: number; maxHeight: number; above: boolean }

const minWidth = 256
const margin = 8

/** The cell of a record in the list; a column is found by its place among those that are shown. */
export const findCell = ({ id, key }: CellPlace, keys: readonly string[]) =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] td[data-stop="${keys.indexOf(key) + 1}"]`)

function boxOver(cell: HTMLElement): CellBox {
  const { left, top, bottom, width } = cell.getBoundingClientRect()
  const wanted = Math.min(Math.max(width, minWidth), innerWidth - 2 * margin)
  const above = bottom > innerHeight * 0.6
  return {
    left: Math.max(margin, Math.min(left, innerWidth - wanted - margin)),
    top: above ? innerHeight - bottom : top,
    width: wanted,
    maxHeight: (above ? bottom : innerHeight - top) - margin,
    above,
  }
}

/** Where the editor lies over its cell, also while the list scrolls. */
export function useCellBox(place: CellPlace, keys: readonly string[]) {
  const [box, setBox] = useState<CellBox>()
  useLayoutEffect(() => {
    const cell = findCell(place, keys)
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const follow = () => cell?.isConnected && setBox(boxOver(cell))
    follow()
    const listen = new AbortController()
    window.addEventListener('scroll', follow, { capture: true, passive: true, signal: listen.signal })
    window.addEventListener('resize', follow, { signal: listen.signal })
    return () => listen.abort()
  }, [place, keys])
  return box
}
