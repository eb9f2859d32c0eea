import { dateFormat, schoolDay, schoolZone } from '@app/school-time/school-day'

const format = (options: Intl.DateTimeFormatOptions) => dateFormat(options, 'en-US')

/** Some programs put a narrow space before AM and PM, others a usual one: what one of them renders another hydrates. */
const plainSpaces = (text: string) => text.replaceAll('\u202f', ' ')

const times = format({ timeZone: schoolZone, hour: 'numeric', minute: '2-digit' })
const moments = format({ timeZone: schoolZone, dateStyle: 'medium', timeStyle: 'short' })
const longDays = format({ timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' })
const shortDays = format({ timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' })
const dates = format({ timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })

/** `10:00 AM` on the school's clock, wherever the browser is. */
export const schoolTime = (instant: string) => plainSpaces(times.format(new Date(instant)))

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
