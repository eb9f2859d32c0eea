/** Vertical position of a card in the viewport. */
export type Box = { top: number; bottom: number }

const differs = (a: number, b: number) => Math.abs(a - b) > 0.5

/** What a change does to the visible page: nothing, a visible card changes its size, or whole rows move. */
export type Disturbance = 'none' | 'size' | 'rows'

/**
 * Compares the cards before and after a change. A change below the viewport is not visible; neither is one above it when
 * the browser anchors the scroll position (`keepsPlace`).
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
