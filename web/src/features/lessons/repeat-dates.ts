import { localTime } from '#lib/local-time'

/** More dates than a year has weeks are a mistake. */
export const maxRepeats = 53

/** The day and the time of day that the school's clock shows at an instant. */
export function wallClock(instant: string): { day: string; time: string } {
  const [day = '', time = ''] = localTime(instant).split('T')
  return { day, time: time.slice(0, 5) }
}

/** The days a week apart after `day`, up to and including `until`. */
export function weeklyDays(day: string, until: string): string[] {
  const date = new Date(`${day}T12:00:00Z`)
  const days: string[] = []
  while (days.length <= maxRepeats) {
    date.setUTCDate(date.getUTCDate() + 7)
    const next = date.toISOString().slice(0, 10)
    if (next > until) break
    days.push(next)
  }
  return days
}
