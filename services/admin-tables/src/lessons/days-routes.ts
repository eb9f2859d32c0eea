import { cancelDay as cancelDayCall } from '@app/contracts/calls/days'
import { isEnded } from '@app/contracts/jobs'
import { reply, serve } from '@app/service/serve'
import { type CancelDayActionDeps, cancelDay } from './cancel-day'

export type DayDeps = CancelDayActionDeps

/** What concerns all lessons of a day. */
export function dayRoutes(deps: DayDeps) {
  const cancel = cancelDay(deps)
  return [
    serve(cancelDayCall, async ({ params, body, identity, actor }) => {
      const job = await cancel(params.date, body, identity, actor)
      return isEnded(job) ? job : reply(202, job)
    }),
  ]
}
