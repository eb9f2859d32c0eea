import { dateFormat } from '@app/school-time/date-format'
import { schoolZone } from '@app/school-time/school-day'

/**
 * Converts between instants and local time on the school's clock, as in the cells. Hours that a DST change repeats or skips
 * are shown to the person instead of being guessed.
 */
const numeric = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

function localParts(time: number, timeZone: string) {
  const parts = dateFormat({ ...numeric, timeZone }, 'en-US').formatToParts(time)
  const {
    year = '',
    month,
    day,
    hour,
    minute,
    second,
  } = Object.fromEntries(parts.map((part) => [part.type, part.value]))
  return { minutes: `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`, second: second ?? '00' }
}

/** The value of a `datetime-local` input for an instant; with seconds only if they are not zero. */
export function localTime(instant: string, timeZone = schoolZone): string {
  const time = Date.parse(instant)
  if (Number.isNaN(time)) return ''
  const { minutes, second } = localParts(time, timeZone)
  return second === '00' ? minutes : `${minutes}:${second}`
}

const day = 86_400_000

/** Milliseconds that local time is ahead of UTC at an instant. */
function offset(time: number, timeZone: string) {
  const { minutes, second } = localParts(time, timeZone)
  return Date.parse(`${minutes}:${second}Z`) - Math.floor(time / 1000) * 1000
}

/** The instants of a local time: one, two when DST repeats it, none when DST skips it. */
export function instantsOf(local: string, timeZone = schoolZone): string[] {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return []
  const offsets = new Set([offset(asUtc - day, timeZone), offset(asUtc + day, timeZone)])
  return [...offsets]
    .map((ahead) => asUtc - ahead)
    .filter((time) => time + offset(time, timeZone) === asUtc)
    .sort((a, b) => a - b)
    .map((time) => new Date(time).toISOString())
}

/** The instant used for a skipped local time: shifted by the length of the gap. */
export function afterGap(local: string, timeZone = schoolZone): string {
  const asUtc = Date.parse(`${local}Z`)
  return new Date(asUtc - offset(asUtc - day, timeZone)).toISOString()
}

/** The name of the time zone at an instant: `Pacific Daylight Time`. */
export const zoneName = (instant: string, locale?: string, timeZone = schoolZone) =>
  dateFormat({ timeZone, timeZoneName: 'long' }, locale)
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

const displayed = { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** An instant with its time zone: `Nov 1, 2026, 1:30 AM PDT`. */
export const instantText = (instant: string, locale?: string, timeZone = schoolZone) =>
  dateFormat({ ...displayed, timeZone, timeZoneName: 'short' }, locale).format(new Date(instant))
