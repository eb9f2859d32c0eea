/** Where the school is: a day in a filter is a day there. */
export const schoolZone = 'America/Los_Angeles'

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: schoolZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** What a clock on the school's wall shows at an instant, as if it were UTC. */
function wallTime(time: number): number {
  const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day, hour, minute, second } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The instant at which a day of the calendar begins at the school; `later` days after it. Clock changes are minded. */
export function startOfDay(day: string, later = 0): Date {
  const midnight = new Date(`${day}T00:00:00Z`)
  midnight.setUTCDate(midnight.getUTCDate() + later)
  const wanted = midnight.getTime()
  // The first guess is off by an hour at most where clocks change in between; the second one is right.
  const guess = wanted + (wanted - wallTime(wanted))
  return new Date(guess + (wanted - wallTime(guess)))
}

/** The calendar day at the school at an instant in milliseconds, `YYYY-MM-DD`. */
export const schoolDay = (time = Date.now()): string => new Date(wallTime(time)).toISOString().slice(0, 10)
