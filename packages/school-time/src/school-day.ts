import { dateFormat } from './date-format'

/** Where the school is: a day in a filter is a day there. */
export const schoolZone = 'America/Los_Angeles'

const clock = dateFormat(
  {
    timeZone: schoolZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  },
  'en-US',
)

/** The time of a clock on the school's wall at an instant, as if it were UTC. */
function readClock(time: number): number {
  const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day, hour, minute, second } = parts
  // `Date.UTC` would take the first hundred years for those of the twentieth century.
  return new Date(Date.UTC(2000, 0, 1, hour, minute, second)).setUTCFullYear(year, month - 1, day)
}

const hour = 3_600_000
const offsets = new Map<number, number>()
const maxOffsets = 20_000

/** The same, to the second, and faster: clocks change at full hours, so what an hour differs from UTC is read from the clock once. */
export function wallTime(time: number): number {
  // Before standard time came, offsets were not in full hours.
  if (time < 0) return readClock(time)
  const at = Math.floor(time / hour)
  let offset = offsets.get(at)
  if (offset === undefined) {
    if (offsets.size >= maxOffsets) offsets.clear()
    offset = readClock(at * hour) - at * hour
    offsets.set(at, offset)
  }
  return Math.floor(time / 1_000) * 1_000 + offset
}

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
