import { comparable } from '@app/contracts/comparable'

/** The letters that must be changed, added or left out to make one word of another, a swap of neighbors counting as two. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let to = 0; to < other.length; to++)
      next.push(Math.min(row[to]! + Number(letter !== other[to]), row[to + 1]! + 1, next[to]! + 1))
    row = next
  }
  return row[other.length]!
}

/** Too few letters say nothing. */
const minLength = 3
const maxTypos = 2

/** The option that a value of a file almost surely means: an abbreviation or a misspelling of this one alone. */
export function likelyOption(value: string, options: readonly string[]): string | undefined {
  const typed = comparable(value).replace(/\.$/, '')
  if (typed.length < minLength) return undefined
  const meant = options.filter((option) => {
    const word = comparable(option)
    return word.startsWith(typed) || (typed.length > 2 * maxTypos && distance(typed, word) <= maxTypos)
  })
  return meant.length === 1 ? meant[0] : undefined
}
