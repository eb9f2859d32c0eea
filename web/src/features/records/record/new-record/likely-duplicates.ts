import { foldedLabel } from '@app/contracts/comparable'
import { useQueries } from '@tanstack/react-query'
import { type Choice, choicesQuery } from '../../list/references/references.api'

const maxWords = 3
const maxShown = 3
/** Letters of a word that are searched for: a slip of the pen is often further on. */
const searchedLetters = 3
/** From here on two names look like one person: "Jon Smith" and "John Smith", "Brook" and "Ada Brook". */
const minLikeness = 0.5

/** Pairs of neighboring letters, each word with its beginning and end. */
const pairsOf = (label: string) =>
  foldedLabel(label)
    .split(' ')
    .flatMap((word) => [...` ${word} `].slice(1).map((letter, at) => ` ${word} `[at]! + letter))

/** The likeness of two names, from 0 to 1: the share of common letter pairs (Dice's coefficient). */
export function likeness(one: string, other: string): number {
  const pairs = pairsOf(one)
  const left = pairsOf(other)
  const total = pairs.length + left.length
  const common = pairs.filter((pair) => {
    const at = left.indexOf(pair)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return total === 0 ? 0 : (2 * common.length) / total
}

/** Those whose names are most like a name. */
export function mostAlike(name: string, choices: readonly Choice[]): Choice[] {
  const known = new Map(choices.map((choice) => [choice.id, choice]))
  return [...known.values()]
    .map((choice) => ({ choice, alike: likeness(name, choice.label) }))
    .filter(({ alike }) => alike >= minLikeness)
    .toSorted((a, b) => b.alike - a.alike)
    .slice(0, maxShown)
    .map(({ choice }) => choice)
}

/** Records that a field may name and that are likely to be the one that is about to be created. */
export function useLikelyDuplicates(table: string, field: string, name: string): readonly Choice[] {
  const words = foldedLabel(name).split(' ').slice(0, maxWords)
  return useQueries({
    queries: words.map((word) => choicesQuery(table, field, word.slice(0, searchedLetters))),
    combine: (found) =>
      mostAlike(
        name,
        found.flatMap(({ data = [] }) => data),
      ),
  })
}
