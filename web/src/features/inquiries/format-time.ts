import { days } from '@app/contracts/durations'
import { dateFormat, schoolDay, schoolZone } from '@app/school-time/school-day'

const format = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone: schoolZone } as const

const zone = { timeZone: schoolZone } as const
const yearOf = (time: number) => schoolDay(time).slice(0, 4)

/** An instant on the school's clock; the year only if it is not the current one there. */
export function formatTime(instant: string, now = Date.now(), locale?: string): string {
  const time = Date.parse(instant)
  const year = yearOf(time) === yearOf(now) ? {} : ({ year: 'numeric' } as const)
  return dateFormat({ ...format, ...year }, locale).format(time)
}

/** An instant to come in words: `today at 4:30 PM`, `tomorrow at 8 AM`, `on Saturday at 8 AM`; later than that by its date. */
export function comingTime(instant: string, now = Date.now(), locale?: string): string {
  const time = Date.parse(instant)
  const ahead = Math.round((Date.parse(schoolDay(time)) - Date.parse(schoolDay(now))) / days(1))
  const isHour = new Date(time).getUTCMinutes() === 0
  const at = dateFormat({ ...zone, hour: 'numeric', ...(!isHour && { minute: '2-digit' }) }, locale).format(time)
  if (ahead === 0) return `today at ${at}`
  if (ahead === 1) return `tomorrow at ${at}`
  if (ahead > 1 && ahead < 7) return `on ${dateFormat({ ...zone, weekday: 'long' }, locale).format(time)} at ${at}`
  return formatTime(instant, now, locale)
}
