import type { Box } from './moved-cards'

/** Pixels a frame: slow enough to keep reading. */
const stride = 2

/**
 * Animates cards from their old heights to the new ones, row by row, so that the content below moves by at most one
 * stride a frame.
 */
export function glide(cards: readonly HTMLElement[], before: readonly Box[]) {
  const steps = cards.map((card, at) => {
    const target = card.offsetHeight
    const was = before[at]
    return { card, target, height: was ? was.bottom - was.top : target, top: was?.top }
  })
  const lay = () => {
    for (const { card, height } of steps) card.style.height = `${height}px`
  }

  function step() {
    const next = steps.find(({ height, target }) => height !== target)
    if (!next) {
      for (const { card } of steps) card.style.removeProperty('height')
      return
    }
    for (const each of steps)
      if (each.top === next.top) each.height += Math.max(-stride, Math.min(stride, each.target - each.height))
    lay()
    requestAnimationFrame(step)
  }

  lay()
  requestAnimationFrame(step)
}
