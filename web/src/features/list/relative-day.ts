import { schoolDay } from '@app/school-time/school-day'
import { addDays } from '@app/table-schema/conditions'

/** A day relative to today, or to the first day of this week, that stays right in a kept address: `today-7`, `week+6`. */
const relative = /^(today|week)([+-]\d{1,3})?$/

export const isRelativeDay = (text: string) => relative.test(text)

/** The school's day that is meant; any other text unchanged. Weeks begin on Sunday. */
export function resolveDay(text: string, now = Date.now()): string {
  const [, from, offset = '0'] = relative.exec(text) ?? []
  if (!from) return text
  const today = schoolDay(now)
  const toWeekStart = from === 'week' ? -new Date(today).getUTCDay() : 0
  return addDays(today, toWeekStart + Number(offset))
}

export type Preset = { label: string; gte?: string; lte?: string; lt?: string }

export const dayPresets: readonly Preset[] = [
  { label: 'Today', gte: 'today', lte: 'today' },
  { label: 'Tomorrow', gte: 'today+1', lte: 'today+1' },
  { label: 'This week', gte: 'week', lte: 'week+6' },
  { label: 'Last week', gte: 'week-7', lte: 'week-1' },
  { label: 'Next 30 days', gte: 'today', lte: 'today+30' },
  { label: 'Overdue', lt: 'today' },
]

/** The preset that filters of a field amount to. */
export const presetOf = (bounds: Omit<Preset, 'label'>) =>
  dayPresets.find(({ gte, lte, lt }) => gte === bounds.gte && lte === bounds.lte && lt === bounds.lt)
