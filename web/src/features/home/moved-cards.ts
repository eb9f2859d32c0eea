/** A card as it lies in the window. */
export type Box = { top: number; bottom: number }

const differs = (a: number, b: number) => Math.abs(a - b) > 0.5

/** What other cards do to what is read: nothing, or a card in sight grows or shrinks, or more than that moves. */
export type Disturbance = 'none' | 'size' | 'rows'

/**
 * Compares the cards before and after a change. What begins to move below the window is not seen; what changes its size
 * above it is not either, where the browser keeps the place of what is read.
 */
export function disturbance(
  before: readonly Box[],
  after: readonly Box[],
  height: number,
  keepsPlace: boolean,
): Disturbance {
  const resized = before.filter(({ top, bottom }, at) => {
    const now = after[at]
    return !now || differs(bottom - top, now.bottom - now.top)
  })
  const rowsChange = before.length !== after.length
  if (resized.length === 0 && !rowsChange) return 'none'
  const end = before.at(-1)?.bottom ?? 0
  const begins = Math.min(end, ...resized.map(({ top }) => top))
  if (begins >= height) return 'none'
  const ends = rowsChange ? end : Math.max(...resized.map(({ bottom }) => bottom))
  if (ends <= 0) return keepsPlace ? 'none' : 'rows'
  return rowsChange ? 'rows' : 'size'
}
