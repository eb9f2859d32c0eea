/** Of one conversation; what is said beyond it is not found. */
const maxWords = 8_000
const maxWordLength = 40
const maxSearched = 8
/** Characters of a line before what was searched for. */
const maxBefore = 24

/** Texts that are compared regardless of case and accents. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

const wordsOf = (text: string) =>
  (folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, maxWordLength).join(''))

/** Collects the words of texts, each once, until there are too many. */
export function wordCollector() {
  const words = new Set<string>()
  return {
    /** `false` once it is full. */
    add(text: string): boolean {
      for (const word of wordsOf(text)) {
        if (words.size >= maxWords) return false
        words.add(word)
      }
      return true
    },
    words: () => [...words],
  }
}

/** The beginnings of words that are searched for, each once. */
export const searchedWords = (q: string): string[] => [...new Set(wordsOf(q))].slice(0, maxSearched)

/** The line that says most of what was searched for, cut around it; `undefined` where none says any. */
export function matchingLine(texts: readonly string[], searched: readonly string[], max = 160): string | undefined {
  let best: { line: string; count: number } | undefined
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const said = wordsOf(line)
    const count = searched.filter((word) => said.some((one) => one.startsWith(word))).length
    if (count > (best?.count ?? 0)) best = { line: line.trim(), count }
  }
  if (!best) return undefined
  const at = Math.min(...searched.map((word) => folded(best.line).indexOf(word)).filter((found) => found >= 0))
  // A row is narrow: what was searched for comes early.
  const from = at > maxBefore ? at - maxBefore / 2 : 0
  return `${from > 0 ? '…' : ''}${best.line.slice(from, from + max)}`
}
