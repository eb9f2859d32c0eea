/**
 * Instants and what a clock on the wall shows. The zone is the browser's, as in the cells; an hour that a change of
 * clocks repeats or skips is told to the person instead of being guessed in silence.
 */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string | undefined, options: Intl.DateTimeFormatOptions) {
  const key = `${locale} ${JSON.stringify(options)}`
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, made)
  return made
}

const numeric = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

function wallParts(time: number, timeZone?: string) {
  const parts = formatter('en-US', { ...numeric, timeZone }).formatToParts(time)
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

/** What an input of type `datetime-local` shows for an instant; seconds only where there are some. */
export function wallClock(instant: string, timeZone?: string): string {
  const time = Date.parse(instant)
  if (Number.isNaN(time)) return ''
  const { minutes, second } = wallParts(time, timeZone)
  return second === '00' ? minutes : `${minutes}:${second}`
}

const day = 86_400_000

/** How far the clocks are ahead of UTC at an instant. */
function offset(time: number, timeZone?: string) {
  const { minutes, second } = wallParts(time, timeZone)
  return Date.parse(`${minutes}:${second}Z`) - Math.floor(time / 1000) * 1000
}

/** The instants at which clocks show a time: one, two when clocks are set back, none when they are set forward over it. */
export function instantsOf(wall: string, timeZone?: string): string[] {
  const asUtc = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtc)) return []
  const offsets = new Set([offset(asUtc - day, timeZone), offset(asUtc + day, timeZone)])
  return [...offsets]
    .map((ahead) => asUtc - ahead)
    .filter((time) => time + offset(time, timeZone) === asUtc)
    .sort((a, b) => a - b)
    .map((time) => new Date(time).toISOString())
}

/** Where a time that clocks skip ends up: as far past the change as it was meant to be. */
export function afterGap(wall: string, timeZone?: string): string {
  const asUtc = Date.parse(`${wall}Z`)
  return new Date(asUtc - offset(asUtc - day, timeZone)).toISOString()
}

/** The zone by name, as it is called at that instant: `Pacific Daylight Time`. */
export const zoneName = (instant: string, locale?: string, timeZone?: string) =>
  formatter(locale, { timeZone, timeZoneName: 'long' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

const words = { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** An instant in words, with its zone: `Nov 1, 2026, 1:30 AM PDT`. */
export const instantWords = (instant: string, locale?: string, timeZone?: string) =>
  formatter(locale, { ...words, timeZone, timeZoneName: 'short' }).format(new Date(instant))
