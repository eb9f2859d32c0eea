import { colorStyles, colorsName } from '@app/contracts/website/colors'
import type { WebsiteContent } from '@app/contracts/website/content'

/** Names that are kept with their stylesheets: those of a few versions and of the steps of a draft. */
const maxKept = 50

type Colors = WebsiteContent['colors']

/**
 * The stylesheet of a name, while it is the name of one of the current colors. A name says what its stylesheet contains, so one that was
 * found once is served without another read. Requests for other names share their reads: however many there are, one is under way.
 */
export function colorStylesheets(current: () => Promise<readonly (Colors | undefined)[]>) {
  const kept = new Map<string, string>()
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function load(): Promise<void> {
    for (const colors of await current()) {
      const name = colors && colorsName(colors)
      if (name && !kept.has(name)) kept.set(name, colorStyles(colors))
    }
    while (kept.size > maxKept) kept.delete(kept.keys().next().value!)
  }

  function begin(): Promise<void> {
    running = load().finally(() => {
      running = undefined
    })
    return running
  }

  /** A read that begins after this call: one under way may be of the time before a draft was saved. */
  function loadAgain(): Promise<void> {
    if (!running) return begin()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return begin()
      })
    return next
  }

  return async (name: string): Promise<string | undefined> => {
    if (!kept.has(name)) await loadAgain()
    return kept.get(name)
  }
}
