import { cellText } from '@app/table-schema/cell'
import type { FieldDescriptor } from '@app/table-schema/descriptor'

const dayMs = 86_400_000
const near: Readonly<Record<number, string>> = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' }

const formatters = new Map<string, Intl.DateTimeFormat>()

function format(date: Date, options: Intl.DateTimeFormatOptions, locale?: string) {
  const key = `${locale} ${JSON.stringify(options)}`
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, made)
  return made.format(date)
}

/** Calendar days from today to a day, both as local midnights; rounded because DST makes days of 23 and 25 hours. */
const daysFromToday = (date: Date, now: Date) =>
  Math.round((new Date(date).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / dayMs)

function shortDay(date: Date, now: Date, locale?: string) {
  const days = daysFromToday(date, now)
  if (near[days]) return near[days]
  const isThisYear = date.getFullYear() === now.getFullYear()
  const weekday = days > -7 && days < 14 ? ({ weekday: 'short' } as const) : {}
  const year = isThisYear || Math.abs(days) < 180 ? {} : ({ year: 'numeric' } as const)
  return format(date, { ...weekday, month: 'short', day: 'numeric', ...year }, locale)
}

/** A day or an instant as short as a list needs it: "Today", "Tomorrow, 10:00 AM", "Sat, Nov 28", "Mar 4, 2025". */
export function dateText(field: FieldDescriptor, value: string, now = new Date(), locale?: string): string | undefined {
  if (field.format === 'date') {
    const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(value) ?? []
    return year ? shortDay(new Date(Number(year), Number(month) - 1, Number(day)), now, locale) : undefined
  }
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return undefined
  return `${shortDay(date, now, locale)}, ${format(date, { timeStyle: 'short' }, locale)}`
}

/** The text of a cell: dates short, everything else as `cellText` says. */
export function displayText(field: FieldDescriptor, value: unknown): string {
  const isDate = field.format === 'date' || field.format === 'date-time'
  const short = isDate && typeof value === 'string' && !field.enum ? dateText(field, value) : undefined
  return short ?? cellText(field, value)
}
