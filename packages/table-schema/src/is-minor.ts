import { ageOn, dayOf } from './conditions'
import { isEmpty } from './field'

type Student = Readonly<Record<string, unknown>>

const adult = 18

/**
 * True if a guardian answers for a student on this day: under 18, or of unknown age with a guardian. Reads `birth_date`, `guardians`
 * and `guardian`, the text that earlier releases had instead.
 */
export function isMinor({ birth_date, guardians, guardian }: Student, day: string): boolean {
  const birth = dayOf(birth_date)
  if (birth !== undefined) return ageOn(birth, day) < adult
  return !(isEmpty(guardians) && isEmpty(guardian))
}
