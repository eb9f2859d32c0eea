import { dateFormat, schoolDay, schoolZone } from '@app/school-time/school-day'
import type { FieldSchema } from '@app/table-schema/schema'

const dayMs = 86_400_000
const near: Readonly<Record<number, string>> = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' }

/** A day of the school's calendar, `YYYY-MM-DD`. */
function shortDay(day: string, now: number, locale?: string) {
  const today = schoolDay(now)
  const date = new Date(day)
  const days = (date.getTime() - Date.parse(today)) / dayMs
  if (near[days]) return near[days]
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const weekday = days > -7 && days < 14 ? ({ weekday: 'short' } as const) : {}
  const year = isThisYear || Math.abs(days) < 180 ? {} : ({ year: 'numeric' } as const)
  return dateFormat({ ...weekday, month: 'short', day: 'numeric', ...year, timeZone: 'UTC' }, locale).format(date)
}

/** A day or an instant as short as a list needs it: "Today", "Tomorrow, 10:00 AM", "Sat, Nov 28", "Mar 4, 2025". */
export function dateText(field: FieldSchema, value: string, now = Date.now(), locale?: string): string | undefined {
  if (field.format === 'date') {
    const day = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0]
    return day && !Number.isNaN(Date.parse(day)) ? shortDay(day, now, locale) : undefined
  }
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return undefined
  const time = dateFormat({ timeStyle: 'short', timeZone: schoolZone }, locale).format(date)
  return `${shortDay(schoolDay(date.getTime()), now, locale)}, ${time}`
}
