import { readMine, readRoster, readToday } from '@app/contracts/calls/today'
import { serve } from '@app/service/serve'
import type { DayReader } from './read-day'

export type TodayDeps = { days: DayReader }

/** The day at the school: lessons, people, what is due. */
export const todayRoutes = ({ days }: TodayDeps) => [
  serve(readToday, ({ identity }) => days.today(identity.user)),
  serve(readMine, ({ identity }) => days.mine(identity.user)),
  serve(readRoster, ({ identity, query }) => days.roster(identity.user, query.date, query.lesson)),
]
