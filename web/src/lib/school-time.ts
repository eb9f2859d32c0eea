import { schoolDay, schoolZone } from '@app/table-schema/school-day'

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', options)

const times = format({ timeZone: schoolZone, hour: 'numeric', minute: '2-digit' })
const moments = format({ timeZone: schoolZone, dateStyle: 'medium', timeStyle: 'short' })
const longDays = format({ timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' })
const shortDays = format({ timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' })
const dates = format({ timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })

/** `10:00 AM` on the school's clock, wherever the browser is. */
export const schoolTime = (instant: string) => times.format(new Date(instant))

/** `Nov 21, 2026, 3:50 PM` on the school's clock. */
export const momentText = (instant: string) => moments.format(new Date(instant))

/** The school's calendar day of an instant. */
export const dayAtSchool = (instant: string) => schoolDay(Date.parse(instant))

const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** `2026-11-28` -> `Saturday, November 28`. */
export const longDay = (day: string) => longDays.format(noon(day))
/** `2026-11-28` -> `Sat, Nov 28`. */
export const shortDay = (day: string) => shortDays.format(noon(day))
/** `2026-11-28` -> `Nov 28, 2026`. */
export const dateText = (day: string) => dates.format(noon(day))

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const

/** `due in 2 h`, `overdue by 3 d`. */
export function dueText(dueBy: string, now: number): string {
  const ahead = Date.parse(dueBy) - now
  const [size, unit] = units.find(([each]) => Math.abs(ahead) >= each) ?? units[2]
  const span = `${Math.max(1, Math.floor(Math.abs(ahead) / size))} ${unit}`
  return ahead < 0 ? `overdue by ${span}` : `due in ${span}`
}
