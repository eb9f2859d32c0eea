import type { PointerEvent } from 'react'
import { clampWidth } from '../columns/arrangement'

/** Drags the edge of a column. The keyboard resizes with Alt and the arrow keys (column-keys.ts). */
export function ResizeHandle({ onWidth }: { onWidth: (width: number) => void }) {
  function onPointerDown(event: PointerEvent<HTMLSpanElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    const head = handle.closest('th')
    const start = head?.getBoundingClientRect().width ?? 0
    const listen = new AbortController()
    const widthAt = (clientX: number) => clampWidth(start + clientX - event.clientX)
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => onWidth(widthAt(moved.clientX))
    handle.addEventListener('pointermove', move, { signal: listen.signal })
    for (const end of ['pointerup', 'pointercancel'])
      handle.addEventListener(end, () => listen.abort(), { signal: listen.signal })
  }
  return <span className="resize-handle" aria-hidden="true" onPointerDown={onPointerDown} />
}
