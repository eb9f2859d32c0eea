import { comparable } from '@app/contracts/comparable'
import { editDistance } from '@app/contracts/edit-distance'
import type { ImportReport } from '@app/contracts/imports'
import { optionsOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'

/** The choices that the cells of a column have, if its field has any. */
export function columnOptions(schema: TableSchema, { mapping, family }: ImportReport, column: string): string[] {
  const target = mapping[column] ?? ''
  const ofRelative = family?.choices.find(({ value }) => value === target)
  if (ofRelative) return ofRelative.options
  const field = schema.properties[target]
  return optionsOf(field?.items ?? field).map(({ label }) => label)
}

/** Too few letters say nothing. */
const minLength = 3
/** The shortest words in which one typo, and two, leave no doubt. */
const typoLength = 5
const twoTypoLength = 8

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** "class 1" does not stand for "class 11". */
const isShortened = (typed: string, word: string) =>
  word.startsWith(typed) && ['', digitsOf(word)].includes(digitsOf(typed))

/** The first letter and the digits are as meant: "unpaid" is no misspelling of "paid", "level 3" none of "level 1". */
function isMisspelled(typed: string, word: string): boolean {
  const length = Math.min(typed.length, word.length)
  if (length < typoLength || typed[0] !== word[0] || digitsOf(typed) !== digitsOf(word)) return false
  return editDistance(typed, word) <= (length < twoTypoLength ? 1 : 2)
}

/** The option that a value of a file almost surely means: an abbreviation or a misspelling of this one alone. */
export function likelyOption(value: string, options: readonly string[]): string | undefined {
  const typed = comparable(value).replace(/\.$/, '')
  if (typed.length < minLength) return undefined
  const meant = options.filter((option) => {
    const word = comparable(option)
    return isShortened(typed, word) || isMisspelled(typed, word)
  })
  return meant.length === 1 ? meant[0] : undefined
}
