import { cancelDay as cancelDayCall } from '@app/contracts/days'
import { idempotencyHeader } from '@app/contracts/idempotency'
import { isEnded } from '@app/contracts/jobs'
import { addWalkIn, findWalkIns, offerSeat as offerSeatCall, readWaiting, removeWalkIn } from '@app/contracts/lessons'
import { readMine, readRoster, readToday } from '@app/contracts/today'
import { reply, serve } from '@app/service/serve'
import type { Context, Part } from '../context'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { cancelDay } from './cancel-day'
import { cancelDayJob, undoDayJob } from './cancel-day-job'
import { lessonDays as lessonDayStore } from './lesson-days'
import { offerSeat } from './offer-seat'
import { dayReader } from './read-day'
import { seatOffers } from './seat-offers'
import { upcomingWork } from './upcoming-work'
import { walkIns } from './walk-in'

/** Lessons and their days: who comes, who waits, what is due. */
export function lessonsModule(context: Context, below: { tables: Tables; records: Records }) {
  const { db, collection, log, audit, jobs, requested, runner, hasRight, scopeOf } = context
  const { tables } = below.tables
  const { records, references, revisions, apply, batches } = below.records
  const lessonDays = lessonDayStore(db)
  const offers = seatOffers(collection)
  const days = dayReader({ tables, scopeOf, offers, lessonDays, upcoming: upcomingWork(collection, tables, log) })
  const cancel = cancelDay({ lessonDays, jobs, runner, tables, records })
  const offer = offerSeat({ tables, records, offers, requested, audit })
  const walkedIn = walkIns({ tables, records, references, offers, apply, scopeOf, revisions })
  const cancelDeps = { ...batches, hasRight, requested }
  const part: Part = {
    routes: [
      serve(readToday, ({ identity }) => days.today(identity.user)),
      serve(readMine, ({ identity }) => days.mine(identity.user)),
      serve(readRoster, ({ identity, query }) => days.roster(identity.user, query.date, query.lesson)),
      serve(cancelDayCall, async ({ params, body, identity, actor }) => {
        const job = await cancel(params.date, body, identity, actor)
        return isEnded(job) ? job : reply(202, job)
      }),
      serve(readWaiting, ({ params, identity }) => days.waiting(identity.user, params.id)),
      serve(offerSeatCall, async ({ params, body, identity, actor }) => {
        await offer(params.id, body, identity, actor)
        return days.waiting(identity.user, params.id)
      }),
      serve(findWalkIns, ({ params, query, identity }) => walkedIn.find(params.id, query.q, identity)),
      serve(addWalkIn, async ({ params, headers, body, identity, actor }) => ({
        student: await walkedIn.add(params.id, body, identity, actor, headers[idempotencyHeader]),
      })),
      serve(removeWalkIn, async ({ params: { id, student }, identity, actor }) => {
        await walkedIn.remove(id, student, identity, actor)
        return { student }
      }),
    ],
    reads: () => ['/api/today'],
    jobs: { 'cancel-day': cancelDayJob(cancelDeps), 'undo-day': undoDayJob(cancelDeps) },
  }
  return { offers, lessonDays, part }
}
export type Lessons = ReturnType<typeof lessonsModule>
