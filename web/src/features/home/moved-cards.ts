/** Vertical position of a card in the viewport. */
export type Box = { top: number; bottom: number }

const differs = (a: number, b: number) => Math.abs(a - b) > 0.5

/**
 * True if a change of the cards moves what is in sight. Below the viewport it does not; neither does it above, where the
 * browser keeps the place of what is read (`keepsPlace`).
 */
export function isDisturbed(
  before: readonly Box[],
  after: readonly Box[],
  height: number,
  keepsPlace: boolean,
): boolean {
  const resized = before.filter(({ top, bottom }, at) => {
    const now = after[at]
    return !now || differs(bottom - top, now.bottom - now.top)
  })
  const rowsChange = before.length !== after.length
  if (resized.length === 0 && !rowsChange) return false
  const end = before.at(-1)?.bottom ?? 0
  if (Math.min(end, ...resized.map(({ top }) => top)) >= height) return false
  const ends = rowsChange ? end : Math.max(...resized.map(({ bottom }) => bottom))
  return ends > 0 || !keepsPlace
}
