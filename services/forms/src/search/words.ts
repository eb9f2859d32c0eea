import { searchable } from '@app/contracts/comparable'

/** Raised when the same text gives other words: those that were stored before are then read again. */
export const wordsForm = 2
/** Of one conversation; what is said beyond it is not found. */
const maxWords = 8_000
const maxWordLength = 40
const maxSearched = 8
/** Characters of a line before what was searched for, and of all that is shown of it. */
const maxBefore = 24
const maxShown = 160

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

/** A line, of which `line` is cut around what was searched for, and whose it is. `count`: how many of the words it says. */
export type Match<Said> = { line: string; of: Said; count: number }

/** The line that says most of what was searched for, and more than the one found before; that one, or none, where there is no such line. */
export function matchingLine<Said extends { text: string }>(
  all: readonly Said[],
  searched: readonly string[],
  before?: Match<Said>,
): Match<Said> | undefined {
  let best: Match<Said> | undefined
  for (const of of all)
    for (const line of of.text.split('\n')) {
      const most = best?.count ?? before?.count ?? 0
      if (most === searched.length) break
      const said = wordsOf(line)
      const count = searched.filter((word) => said.some((one) => one.startsWith(word))).length
      if (count > most) best = { line: line.trim(), of, count }
    }
  if (!best) return before
  const { line } = best
  const at = Math.min(...searched.map((word) => searchable(line).indexOf(word)).filter((found) => found >= 0))
  // A row is narrow: what was searched for comes early.
  const from = at > maxBefore ? at - maxBefore / 2 : 0
  return { ...best, line: `${from > 0 ? '…' : ''}${line.slice(from, from + maxShown)}` }
}
