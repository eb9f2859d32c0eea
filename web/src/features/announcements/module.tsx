import { schoolDay, startOfDay } from '@app/school-time/school-day'
import type { Badge as BadgeText } from '@app/table-schema/badges'
import type { FeatureModule, TableExtension } from '#lib/table-extension'
import { Badge } from '#ui/badge'

type Announcement = Readonly<Record<string, unknown>>

const timeOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

/** True if visitors see an announcement now, by the rules of the website. */
export function announcementState({ published, starts_at, ends_at }: Announcement, now: number): BadgeText {
  if (published !== true) return { label: 'Draft', tone: 'gray' }
  if (timeOf(ends_at) <= now) return { label: 'Over', tone: 'gray' }
  if (timeOf(starts_at) > now) return { label: 'Scheduled', tone: 'blue' }
  return { label: 'Live', tone: 'green' }
}

/** The end of the day at the school, one minute before midnight. */
export const tonight = (now = Date.now()): string =>
  new Date(startOfDay(schoolDay(now), 1).getTime() - 60_000).toISOString()

/** The state of an announcement for visitors, and an end that is set by a click. */
const announcements: TableExtension = {
  leading: ['published'],
  cells: { published: ({ record }) => <Badge {...announcementState(record, Date.now())} /> },
  RecordHead: ({ record }) => (
    <p>
      <Badge {...announcementState(record, Date.now())} />
    </p>
  ),
  quickValues: { ends_at: [{ label: 'Until tonight', value: () => tonight() }] },
}

export const announcementsModule: FeatureModule = { tables: { announcements } }
