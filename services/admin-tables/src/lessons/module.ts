import type { Context, Part } from '../context'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { cancelDayJob, undoDayJob } from './cancel-day-job'
import { lessonDays as lessonDayStore } from './lesson-days'
import { dayReader } from './read-day'
import { dayRoutes, lessonRoutes, todayRoutes } from './routes'
import { seatOffers } from './seat-offers'
import { upcomingWork } from './upcoming-work'

/** Lessons and their days: who comes, who waits, what is due. */
export function lessonsModule(context: Context, below: { tables: Tables; records: Records }) {
  const { db, collection, log, audit, jobs, requested, runner, hasRight, scopeOf } = context
  const { tables } = below.tables
  const { records, references, revisions, apply, batches } = below.records
  const lessonDays = lessonDayStore(db)
  const offers = seatOffers(collection)
  const days = dayReader({ tables, scopeOf, offers, lessonDays, upcoming: upcomingWork(collection, tables, log) })
  const cancelDeps = { ...batches, hasRight, requested }
  const part: Part = {
    routes: [
      ...todayRoutes({ days }),
      ...dayRoutes({ lessonDays, jobs, runner, tables, records }),
      ...lessonRoutes({
        ...{ tables, records, references, offers, requested, audit, apply, scopeOf, revisions, days },
      }),
    ],
    reads: () => ['/api/today'],
    jobs: { 'cancel-day': cancelDayJob(cancelDeps), 'undo-day': undoDayJob(cancelDeps) },
  }
  return { offers, lessonDays, part }
}
export type Lessons = ReturnType<typeof lessonsModule>
