import { dateFormat } from '@app/school-time/date-format'
import { schoolDay, schoolZone } from '@app/school-time/school-day'

const format = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone: schoolZone } as const

const yearOf = (time: number) => schoolDay(time).slice(0, 4)

/** An instant on the school's clock; the year only if it is not the current one there. */
export function formatTime(instant: string, now = Date.now(), locale?: string): string {
  const time = Date.parse(instant)
  const year = yearOf(time) === yearOf(now) ? {} : ({ year: 'numeric' } as const)
  return dateFormat({ ...format, ...year }, locale).format(time)
}
