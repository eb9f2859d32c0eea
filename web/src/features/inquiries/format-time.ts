import { schoolZone } from '@app/table-schema/school-day'

const format = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
const formatters = new Map<string, Intl.DateTimeFormat>()

/** An instant on the school's clock; the year only if it is not the current one. */
export function formatTime(instant: string, now = Date.now(), locale?: string, timeZone = schoolZone): string {
  const date = new Date(instant)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  const key = `${isThisYear} ${locale} ${timeZone}`
  const made =
    formatters.get(key) ??
    new Intl.DateTimeFormat(locale, { ...format, ...(!isThisYear && { year: 'numeric' }), timeZone })
  formatters.set(key, made)
  return made.format(date)
}
