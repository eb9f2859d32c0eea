import { offerSeat as offerSeatCall, readWaiting } from '@app/contracts/calls/lessons'
import { serve } from '@app/service/serve'
import { type OfferSeatDeps, offerSeat } from './offer-seat'
import type { DayReader } from './read-day'

export type LessonDeps = OfferSeatDeps & { days: Pick<DayReader, 'waiting'> }

/** The waiting list of a lesson, and the seats offered to it. */
export function lessonRoutes(deps: LessonDeps) {
  const offer = offerSeat(deps)
  return [
    serve(readWaiting, ({ params, identity }) => deps.days.waiting(identity.user, params.id)),
    serve(offerSeatCall, async ({ params, body, identity, actor }) => {
      await offer(params.id, body, identity, actor)
      return deps.days.waiting(identity.user, params.id)
    }),
  ]
}
