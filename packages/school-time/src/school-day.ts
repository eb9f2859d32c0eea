const formatters = new Map<string, Intl.DateTimeFormat>()

/** A formatter for dates, made once for each format and locale: making one takes longer than formatting with it. */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale?: string): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, formatter)
  return formatter
}

/** Where the school is: a day in a filter is a day there. */
export const schoolZone = 'America/Los_Angeles'

const maxOffsets = 20_000
const numeric = 'numeric'

/**
 * The milliseconds by which the clock of a zone is ahead of UTC at an instant. Clocks change at full steps of so many milliseconds, so in
 * each the clock is read once: reading takes longer.
 *
 * @throws RangeError where there is no such zone
 */
export function zoneOffset(timeZone: string, step: number): (instant: number) => number {
  const shown = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  } as const
  const format = dateFormat({ timeZone, hourCycle: 'h23', ...shown }, 'en-US')
  const offsets = new Map<number, number>()

  function read(time: number): number {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day, hour, minute, second } = parts
    // `Date.UTC` would take the first hundred years for those of the twentieth century.
    return new Date(Date.UTC(2000, 0, 1, hour, minute, second)).setUTCFullYear(year, month - 1, day) - time
  }

  return (instant) => {
    const at = Math.floor(instant / step)
    let offset = offsets.get(at)
    if (offset === undefined) {
      if (offsets.size >= maxOffsets) offsets.clear()
      offset = read(at * step)
      offsets.set(at, offset)
    }
    return offset
  }
}

const second = 1_000
const schoolOffset = zoneOffset(schoolZone, 3_600 * second)
/** Before standard time came, offsets were not in full hours. */
const formerOffset = zoneOffset(schoolZone, second)

/** The time of a clock on the school's wall at an instant, to the second, as if it were UTC. */
export const wallTime = (time: number): number =>
  Math.floor(time / second) * second + (time < 0 ? formerOffset : schoolOffset)(time)

/** The instant at which the school's clock shows this, as if it were UTC. Handles DST. */
function atWallTime(wanted: number): Date {
  // The first guess is off by an hour at most where clocks change in between; the second one is right.
  const guess = wanted + (wanted - wallTime(wanted))
  return new Date(guess + (wanted - wallTime(guess)))
}

/** The instant at which a day of the calendar begins at the school; `later` days after it. */
export const startOfDay = (day: string, later = 0): Date => timeOfDay(day, 0, later)

/** The instant of so many minutes after midnight on the school's clock, `later` days after a day of the calendar. */
export function timeOfDay(day: string, minute: number, later = 0): Date {
  const midnight = new Date(`${day}T00:00:00Z`)
  midnight.setUTCDate(midnight.getUTCDate() + later)
  return atWallTime(midnight.getTime() + minute * 60_000)
}

const minutesPerDay = 1_440

/** Minutes since midnight on the school's clock, at an instant in milliseconds. */
export function minuteOfDay(time: number): number {
  const minutes = Math.floor(wallTime(time) / 60_000) % minutesPerDay
  return minutes < 0 ? minutes + minutesPerDay : minutes
}

/** The calendar day at the school at an instant in milliseconds, `YYYY-MM-DD`. */
export const schoolDay = (time = Date.now()): string => new Date(wallTime(time)).toISOString().slice(0, 10)
