import { dateFormat } from '@app/school-time/date-format'
import { schoolZone } from '@app/school-time/school-day'

const pacific = dateFormat({ timeZone: schoolZone, dateStyle: 'full', timeStyle: 'long' }, 'en-US')

/** "Saturday, July 4, 2026 at 12:05:00 PM PDT": the school's own time. */
export const pacificTime = (at: Date) => pacific.format(at)
