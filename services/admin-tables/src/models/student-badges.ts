import type { Badge } from '@app/contracts/today'
import type { Document } from 'mongodb'

const adultAge = 18

/** Full years between two days `YYYY-MM-DD`; null when the first is not a day. */
export function ageOn(birthDate: unknown, day: string): number | null {
  if (typeof birthDate !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(birthDate)) return null
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** What an instructor must know before a lesson. */
export function studentBadges({ waiver_signed, guardian, birth_date }: Document, day: string): Badge[] {
  const age = ageOn(birth_date, day)
  return [
    ...(waiver_signed === true ? [] : [{ label: 'Waiver missing', tone: 'amber' as const }]),
    ...(age !== null && age < adultAge && !guardian ? [{ label: 'Guardian missing', tone: 'red' as const }] : []),
  ]
}
