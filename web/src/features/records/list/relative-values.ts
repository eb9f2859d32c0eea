import { hours } from '@app/contracts/durations'
import { schoolDay } from '@app/school-time/school-day'
import { addDays } from '@app/table-schema/conditions'
import { isReferrer } from '@app/table-schema/filter'
import type { FieldSchema } from '@app/table-schema/schema'
import { counted } from '#lib/words'

/** An age as a bound of a birth date, which stays right in a kept address: `age14`, or `age14@2026-08-15` on another day. */
const agePattern = /^age(\d{1,3})(?:@(\d{4}-\d{2}-\d{2}))?$/

type Age = { years: number; on: string | undefined }

export function readAge(text: string): Age | undefined {
  const [, years, on] = agePattern.exec(text) ?? []
  return years === undefined ? undefined : { years: Number(years), on }
}

export const printAge = ({ years, on }: Age) => `age${years}${on ? `@${on}` : ''}`

/** The last day on which somebody was born who has this age on that day. */
export function bornBy({ years, on }: Age, now = Date.now()): string {
  const day = on ?? schoolDay(now)
  const born = `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`
  // There is no February 29 in most years; whoever was born on the day before is as old.
  const isDay = new Date(`${born}T00:00:00Z`).toISOString().startsWith(born)
  return isDay ? born : `${born.slice(0, 8)}28`
}

/** `now` or hours from now: a time in an address that does not go stale. */
const hoursAhead = /^now(?:\+(\d{1,3})h)?$/

const aheadOf = (text: string) => {
  const match = hoursAhead.exec(text)
  return match ? Number(match[1] ?? 0) : undefined
}

/** The instant of a relative time; any other text unchanged. */
export function resolveTime(text: string, now = Date.now()): string {
  const ahead = aheadOf(text)
  return ahead === undefined ? text : new Date(now + hours(ahead)).toISOString()
}

/** The display text of a relative time; undefined for any other text. */
export function relativeText(text: string): string | undefined {
  const ahead = aheadOf(text)
  if (ahead === undefined) return undefined
  return ahead === 0 ? 'now' : `${counted(ahead, 'hour')} from now`
}

/** A day relative to today, or to the first day of this week, that stays right in a kept address: `today-7`, `week+6`. */
const relative = /^(today|week)([+-]\d{1,3})?$/

export const isRelativeDay = (text: string) => relative.test(text) || readAge(text) !== undefined

/** The school's day that is meant; any other text unchanged. Weeks begin on Sunday. */
export function resolveDay(text: string, now = Date.now()): string {
  const age = readAge(text)
  if (age) return bornBy(age, now)
  const [, from, offset = '0'] = relative.exec(text) ?? []
  if (!from) return text
  const today = schoolDay(now)
  const toWeekStart = from === 'week' ? -new Date(today).getUTCDay() : 0
  return addDays(today, toWeekStart + Number(offset))
}

type DayBounds = { gte?: string; lte?: string; lt?: string }

type Preset = { label: string; bounds: DayBounds; isAhead?: true }

const dayPresets: readonly Preset[] = [
  { label: 'Today', bounds: { gte: 'today', lte: 'today' } },
  { label: 'Tomorrow', bounds: { gte: 'today+1', lte: 'today+1' }, isAhead: true },
  { label: 'This week', bounds: { gte: 'week', lte: 'week+6' } },
  { label: 'Last week', bounds: { gte: 'week-7', lte: 'week-1' } },
  { label: 'Next 30 days', bounds: { gte: 'today', lte: 'today+30' }, isAhead: true },
  // Nothing is overdue that is always in the past.
  { label: 'Overdue', bounds: { lt: 'today' }, isAhead: true },
]

/** The summer that is now, or was last. */
export function lastSummer(today = schoolDay()): Preset {
  const year = Number(today.slice(0, 4)) - Number(today.slice(5) < '06-01')
  return { label: `Summer ${year}`, bounds: { gte: `${year}-06-01`, lte: `${year}-08-31` } }
}

/** True for fields that the service sets itself when it writes a record. */
const isWritten = (name: string) => name === 'created_at' || name === 'updated_at'

/**
 * The presets that can match values of a field. A date that may not be in the future has none ahead, a lesson is never overdue. Records
 * are found by the lessons of a summer, too.
 */
export const presetsFor = (name: string, { maximum_date }: FieldSchema): readonly Preset[] => [
  ...dayPresets.filter(
    ({ isAhead, bounds }) =>
      (!isAhead || (maximum_date !== 'today' && !isWritten(name))) && !(isReferrer(name) && bounds.lt === 'today'),
  ),
  ...(isReferrer(name) ? [lastSummer()] : []),
]

const areSame = (one: DayBounds, other: DayBounds) =>
  one.gte === other.gte && one.lte === other.lte && one.lt === other.lt

/** The preset that filters of a field amount to. */
export const presetOf = (bounds: DayBounds, presets = dayPresets) =>
  presets.find((preset) => areSame(preset.bounds, bounds))
