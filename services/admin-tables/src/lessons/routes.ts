import { cancelDay as cancelDayCall } from '@app/contracts/days'
import { idempotencyHeader } from '@app/contracts/idempotency'
import { isEnded } from '@app/contracts/jobs'
import { addWalkIn, findWalkIns, offerSeat as offerSeatCall, readWaiting, removeWalkIn } from '@app/contracts/lessons'
import { readMine, readRoster, readToday } from '@app/contracts/today'
import { reply, serve } from '@app/service/serve'
import { type CancelDayActionDeps, cancelDay } from './cancel-day'
import { type OfferSeatDeps, offerSeat } from './offer-seat'
import type { DayReader } from './read-day'
import { type WalkInDeps, walkIns } from './walk-in'

type LessonDeps = OfferSeatDeps & WalkInDeps & { days: Pick<DayReader, 'waiting'> }

/** The waiting list of a lesson, the seats offered to it, and who walks in. */
export function lessonRoutes(deps: LessonDeps) {
  const offer = offerSeat(deps)
  const walkedIn = walkIns(deps)
  return [
    serve(readWaiting, ({ params, identity }) => deps.days.waiting(identity.user, params.id)),
    serve(offerSeatCall, async ({ params, body, identity, actor }) => {
      await offer(params.id, body, identity, actor)
      return deps.days.waiting(identity.user, params.id)
    }),
    serve(findWalkIns, ({ params, query, identity }) => walkedIn.find(params.id, query.q, identity)),
    serve(addWalkIn, async ({ params, headers, body, identity, actor }) => ({
      student: await walkedIn.add(params.id, body, identity, actor, headers[idempotencyHeader]),
    })),
    serve(removeWalkIn, async ({ params: { id, student }, identity, actor }) => {
      await walkedIn.remove(id, student, identity, actor)
      return { student }
    }),
  ]
}

/** Calls about all lessons of a day. */
export function dayRoutes(deps: CancelDayActionDeps) {
  const cancel = cancelDay(deps)
  return [
    serve(cancelDayCall, async ({ params, body, identity, actor }) => {
      const job = await cancel(params.date, body, identity, actor)
      return isEnded(job) ? job : reply(202, job)
    }),
  ]
}

type TodayDeps = { days: DayReader }

/** The day at the school: lessons, people, what is due. */
export const todayRoutes = ({ days }: TodayDeps) => [
  serve(readToday, ({ identity }) => days.today(identity.user)),
  serve(readMine, ({ identity }) => days.mine(identity.user)),
  serve(readRoster, ({ identity, query }) => days.roster(identity.user, query.date, query.lesson)),
]
