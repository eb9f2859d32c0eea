import { dateFormat } from '@app/school-time/date-format'
import { schoolZone } from '@app/school-time/school-day'

const pacific = dateFormat(
  {
    timeZone: schoolZone,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
  'en-US',
)

/** "Saturday, July 4, 2026 at 12:05 PM PDT": the school's own time. */
export const pacificTime = (at: Date) => pacific.format(at)
