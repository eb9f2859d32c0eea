import * as v from 'valibot'
import { readStored, store } from '#lib/stored'
import type { CalendarView } from './school-days'

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
