import { schoolZone } from '@app/table-schema/school-day'

const wall = new Intl.DateTimeFormat('en-CA', {
  timeZone: schoolZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** More dates than a year has weeks are a mistake. */
export const maxRepeats = 53

/** The day and the time of day that the school's clock shows at an instant. */
export function wallClock(instant: string): { day: string; time: string } {
  const parts = Object.fromEntries(wall.formatToParts(Date.parse(instant)).map(({ type, value }) => [type, value]))
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
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
