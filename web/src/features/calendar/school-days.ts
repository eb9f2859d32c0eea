import { minuteOfDay, schoolDay, timeOfDay } from '@app/school-time/school-day'
import { addDays } from '@app/table-schema/conditions'
import * as v from 'valibot'
import { readStored, store } from '#lib/stored'

/** The same time of day on another day, or some minutes later. */
export const moveToDay = (instant: string, day: string, later = 0): string =>
  instantAt(day, minuteOfDay(Date.parse(instant)) + later)

/** A day and a minute of it at the school, also across a clock change, as an instant. */
export const instantAt = (day: string, minute: number): string => timeOfDay(day, minute).toISOString()

/** The Sunday on or before a day, as calendars in the school's region begin. */
const weekStart = (day: string) => addDays(day, -new Date(`${day}T12:00:00Z`).getUTCDay())

const monthStart = (day: string) => `${day.slice(0, 7)}-01`

export type CalendarView = 'month' | 'week' | 'day' | 'agenda'

const dayCounts: Record<CalendarView, number> = { month: 42, week: 7, day: 1, agenda: 28 }

export function daysOf(view: CalendarView, day: string): string[] {
  const first = view === 'month' ? weekStart(monthStart(day)) : view === 'week' ? weekStart(day) : day
  return Array.from({ length: dayCounts[view] }, (_, at) => addDays(first, at))
}

/** The day to show after going one view forward or back. */
export function step(view: CalendarView, day: string, by: 1 | -1): string {
  if (view !== 'month') return addDays(day, by * dayCounts[view])
  const date = new Date(`${monthStart(day)}T12:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 10)
}

export const today = () => schoolDay(Date.now())

/** On a phone the hours of one day fit. */
export const viewsOf = (isNarrow: boolean): readonly CalendarView[] => ['month', isNarrow ? 'day' : 'week', 'agenda']

const key = 'calendar-view'

/** The calendar opens in this view again in this browser. */
export const keepView = (view: CalendarView) => store(key, view)

/** The view in the address, else the one that was chosen last; the hours of a week are those of a day on a phone. */
export function shownView(inAddress: string | null, isNarrow: boolean): CalendarView {
  const asked = inAddress ?? readStored(key, v.string())
  const views = viewsOf(isNarrow)
  if (asked === 'week' || asked === 'day') return views[1]!
  return views.find((each) => each === asked) ?? (isNarrow ? 'agenda' : 'month')
}
