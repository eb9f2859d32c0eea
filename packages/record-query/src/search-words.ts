import { westernDigits } from '@app/contracts/entered-line'
import type { FieldSchema } from '@app/table-schema'
import type { Document } from 'mongodb'
import { literalPattern } from './literal-pattern'

/** Digits of a phone number, in the forms that people write it, with blanks in it, too. */
const phone = /(?<![^\s])[+(]?\p{Nd}[\p{Nd}\s()./+-]*\p{Nd}(?![^\s])/gu
const minDigits = 4
const maxDigits = 15

const digitsIn = (text: string) => text.replace(/\D/g, '')
const isPhoneLike = (text: string) => {
  const { length } = digitsIn(text)
  return length >= minDigits && length <= maxDigits && /^[+\d\s()./-]+$/.test(text)
}

/** Invisible characters that programs add to copied text. Joiners within a word are letters of some scripts. */
const unseen =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?<![^\s])[\u200c\u200d]|[\u200c\u200d](?![^\s])/gu
/** The signs of phone numbers as East Asian keyboards type them. */
const wideSigns = /[\uff08\uff09\uff0b\uff0d\uff0e]/g
const ofLink = /(?<![^\s])(?:tel|sms|callto):(?=[+(\p{Nd}])/giu

/** The parts of a search, each found on its own: words, and phone numbers as a whole. */
export function searchWords(q: string): string[] {
  const numbers: string[] = []
  const typed = q
    .replace(unseen, '')
    .replace(wideSigns, (sign) => sign.normalize('NFKC'))
    .replace(ofLink, '')
  const rest = typed.replace(phone, (text) => {
    const number = westernDigits(text.trim())
    if (!isPhoneLike(number)) return text
    numbers.push(number)
    return ' '
  })
  return [...new Set([...rest.split(/\s+/).filter(Boolean), ...numbers])]
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean)

/** True if a field may hold a phone number. */
export const mayHoldPhone = ({ type, format, enum: options }: FieldSchema): boolean =>
  type === 'string' && format === undefined && !options

/** A field that holds the digits of a phone number one after the other, however they are parted; `undefined` for other words. */
export function phoneCondition(path: string, word: string): Document | undefined {
  if (!isPhoneLike(word)) return undefined
  const digits = digitsIn(word)
  // The 1 before numbers of North America is written or not.
  const local = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return { [path]: { $regex: [...local].join('[^0-9A-Za-z]{0,3}') } }
}

/** Literal text in one piece, in any case. */
export const phraseCondition = (path: string, text: string): Document => ({
  [path]: { $regex: literalPattern(text), $options: 'i' },
})

/** Literal text: every word of it, in whatever order, as the field holds it (`written`). */
export function textCondition(path: string, word: string, written = (text: string) => text): Document {
  const all = wordsIn(word).map((one) => phraseCondition(path, written(one)))
  return all.length === 1 ? all[0]! : { $and: all }
}
