import type { Choice } from './references.api'

const recent = new Map<string, string[]>()
const maxRecent = 8

/** Remembers a chosen record until the page is left. */
export function noteRecent(table: string, id: string) {
  recent.set(table, [id, ...(recent.get(table) ?? []).filter((each) => each !== id)].slice(0, maxRecent))
}

/** Puts recently chosen records first while nothing is typed. */
export function recentFirst(table: string, choices: readonly Choice[], text: string): readonly Choice[] {
  const ids = recent.get(table) ?? []
  if (text.trim() !== '' || ids.length === 0) return choices
  const rank = ({ id }: Choice) => (ids.includes(id) ? ids.indexOf(id) : maxRecent)
  return choices.toSorted((a, b) => rank(a) - rank(b))
}
