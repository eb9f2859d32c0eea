import { searchable } from '@app/contracts/comparable'

/** Raised when the same text gives other words: those that were stored before are then read again. */
export const wordsForm = 2
/** Of one conversation; what is said beyond it is not found. */
const maxWords = 8_000
const maxWordLength = 40
const maxSearched = 8
/** Characters of a line before what was searched for. */
const maxBefore = 24

const wordsOf = (text: string) =>
  (searchable(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, maxWordLength).join(''))

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

/** The line that says most of what was searched for, cut around it, and whose it is; `undefined` where none says any. */
export function matchingLine<Said extends { text: string }>(
  all: readonly Said[],
  searched: readonly string[],
  max = 160,
): { line: string; of: Said } | undefined {
  let best: { line: string; of: Said; count: number } | undefined
  for (const [line, of] of all.flatMap((one) => one.text.split('\n').map((line) => [line, one] as const))) {
    const said = wordsOf(line)
    const count = searched.filter((word) => said.some((one) => one.startsWith(word))).length
    if (count > (best?.count ?? 0)) best = { line: line.trim(), of, count }
  }
  if (!best) return undefined
  const at = Math.min(...searched.map((word) => searchable(best.line).indexOf(word)).filter((found) => found >= 0))
  // A row is narrow: what was searched for comes early.
  const from = at > maxBefore ? at - maxBefore / 2 : 0
  return { line: `${from > 0 ? '…' : ''}${best.line.slice(from, from + max)}`, of: best.of }
}
