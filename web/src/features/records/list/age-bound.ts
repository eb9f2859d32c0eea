import { schoolDay } from '@app/school-time/school-day'

/** An age as a bound of a birth date, which stays right in a kept address: `age14`, or `age14@2026-08-15` on another day. */
const pattern = /^age(\d{1,3})(?:@(\d{4}-\d{2}-\d{2}))?$/

export type Age = { years: number; on: string | undefined }

export function readAge(text: string): Age | undefined {
  const [, years, on] = pattern.exec(text) ?? []
  return years === undefined ? undefined : { years: Number(years), on }
}

export const printAge = ({ years, on }: Age) => `age${years}${on ? `@${on}` : ''}`

/** The last day on which somebody was born who has this age on that day. */
export function bornBy({ years, on }: Age, now = Date.now()): string {
  const day = on ?? schoolDay(now)
  const born = `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`
  // There is no February 29 in most years; whoever was born on the day before is as old.
  const isDay = new Date(`${born}T00:00:00Z`).toISOString().startsWith(born)
  return isDay ? born : `${born.slice(0, 8)}28`
}
