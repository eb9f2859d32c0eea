import { useLayoutEffect, useState } from 'react'
import type { CellPlace } from './editable'

export type CellBox = { left: number; top: number; width: number; maxHeight: number; above: boolean }

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
