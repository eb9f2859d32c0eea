import { schoolDay } from '@app/school-time/school-day'
import { addDays } from '@app/table-schema/conditions'
import { isReferrer } from '@app/table-schema/filter'
import type { FieldSchema } from '@app/table-schema/schema'
import { bornBy, readAge } from './age-bound'

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
