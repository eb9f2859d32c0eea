import { readRoster, readToday } from '@app/contracts/calls/today'
import { callRoute } from '@app/service/call-route'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import type { DayReader } from '../actions/read-day'

export type TodayDeps = { guards: Pick<Guards, 'access'>; days: DayReader }

/** The day at the school: lessons, people, what is due. */
export const todayRoutes = ({ guards, days }: TodayDeps) =>
  new Elysia({ name: 'today-routes' })
    .use(guards.access)
    .get(readToday.path, ({ identity }) => days.today(identity.user), callRoute(readToday))
    .get(
      readRoster.path,
      ({ identity, query }) => days.roster(identity.user, query.date, query.lesson),
      callRoute(readRoster),
    )
