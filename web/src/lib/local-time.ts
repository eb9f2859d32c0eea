import { dateFormat, schoolZone, wallTime } from '@app/school-time/school-day'

/**
 * The value of a `datetime-local` input for an instant, on the school's clock as in the cells; with seconds only if they are not zero.
 * Hours that a DST change repeats or skips are shown to the person instead of being guessed.
 */
export function localTime(instant: string): string {
  const time = Date.parse(instant)
  return Number.isNaN(time) ? '' : new Date(wallTime(time)).toISOString().replace(/(:00)?\.000Z$/, '')
}

const day = 86_400_000

/** Milliseconds that local time is ahead of UTC at an instant. */
const offset = (time: number) => wallTime(time) - Math.floor(time / 1000) * 1000

/** The instants of a local time: one, two when DST repeats it, none when DST skips it. */
export function instantsOf(local: string): string[] {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return []
  const offsets = new Set([offset(asUtc - day), offset(asUtc + day)])
  return [...offsets]
    .map((ahead) => asUtc - ahead)
    .filter((time) => time + offset(time) === asUtc)
    .sort((a, b) => a - b)
    .map((time) => new Date(time).toISOString())
}

/** The instant used for a skipped local time: shifted by the length of the gap. */
export function afterGap(local: string): string {
  const asUtc = Date.parse(`${local}Z`)
  return new Date(asUtc - offset(asUtc - day)).toISOString()
}

/** The name of the time zone at an instant: `Pacific Daylight Time`. */
export const zoneName = (instant: string, locale?: string) =>
  dateFormat({ timeZone: schoolZone, timeZoneName: 'long' }, locale)
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

const displayed = { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** An instant with its time zone: `Nov 1, 2026, 1:30 AM PDT`. */
export const instantText = (instant: string, locale?: string) =>
  dateFormat({ ...displayed, timeZone: schoolZone, timeZoneName: 'short' }, locale).format(new Date(instant))
