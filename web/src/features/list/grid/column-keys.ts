import type { KeyboardEvent } from 'react'

const step = 16

type Actions = { resize: (key: string, by: number) => void; move: (key: string, to: -1 | 1) => void }

/** Alt and left or right on a column header resizes it, with Shift it moves. True when the key was handled. */
export function onColumnKey(event: KeyboardEvent, { resize, move }: Actions): boolean {
  const field = (event.target as HTMLElement).dataset.field
  if (!field || !event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return false
  const direction = event.key === 'ArrowLeft' ? -1 : 1
  event.preventDefault()
  if (event.shiftKey) move(field, direction)
  else resize(field, direction * step)
  return true
}
