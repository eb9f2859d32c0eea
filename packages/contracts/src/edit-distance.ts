/** The number of letters to add, remove or replace to make one text the other (Levenshtein). A swap of neighbors counts as two. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let to = 0; to < other.length; to++)
      next.push(Math.min(row[to]! + Number(letter !== other[to]), row[to + 1]! + 1, next[to]! + 1))
    row = next
  }
  return row[other.length]!
}
