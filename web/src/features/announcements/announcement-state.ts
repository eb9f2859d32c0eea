import { schoolDay, startOfDay } from '@app/school-time/school-day'
import type { Badge } from '@app/table-schema/badges'

type Announcement = Readonly<Record<string, unknown>>

const timeOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

/** True if visitors see an announcement now, by the rules of the website. */
export function announcementState({ published, starts_at, ends_at }: Announcement, now: number): Badge {
  if (published !== true) return { label: 'Draft', tone: 'gray' }
  if (timeOf(ends_at) <= now) return { label: 'Over', tone: 'gray' }
  if (timeOf(starts_at) > now) return { label: 'Scheduled', tone: 'blue' }
  return { label: 'Live', tone: 'green' }
}

/** The end of the day at the school, one minute before midnight. */
export const tonight = (now = Date.now()): string =>
  new Date(startOfDay(schoolDay(now), 1).getTime() - 60_000).toISOString()
