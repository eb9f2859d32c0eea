import type { Context, Part } from '../context'
import { fetcher } from '../events/send'
import type { Imports } from '../imports/module'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { importStarter } from './begin-imports'
import type { ReadCalendar } from './calendar-events'
import { calendarFetcher } from './fetch-calendars'
import { incomingHookStore } from './incoming-hook-store'
import { incomingJob } from './incoming-job'
import { receivedBookings } from './received-bookings'
import { receivedStore } from './received-store'
import { incomingHookRoutes } from './routes'

type Below = { tables: Tables; records: Records; imports: Imports }
export type BookingPrograms = { readCalendar: ReadCalendar }

/** Bookings that arrive by themselves: hooks that other products send to, and calendars that are fetched. */
export function bookingsModule(context: Context, below: Below, { readCalendar }: BookingPrograms) {
  const { collection, users, jobs, runner, publicOrigin, allowsLocal, signals, warn } = context
  const { tables, sealed } = below.tables
  const { apply, revisions } = below.records
  const { lookups } = below.imports
  const onDue = () => signals.send('bookings')
  const hooks = incomingHookStore(collection, sealed, undefined, onDue)
  const received = receivedStore(collection, undefined, onDue)
  const bookings = receivedBookings(collection)
  const starter = importStarter({ hooks, received, jobs, runner, users })
  const incomingHooks = { hooks, received, bookings, tables, users, jobs, lookups, starter, publicOrigin, allowsLocal }
  const notFetched = 'a calendar could not be fetched yet'
  const fetchDue = calendarFetcher({
    ...{ hooks, received, bookings, readCalendar },
    begin: starter.begin,
    fetchBytes: fetcher({ allowsLocal }),
    onError: warn(notFetched),
  })
  const part: Part = {
    stores: [hooks, received, bookings],
    routes: incomingHookRoutes(incomingHooks),
    jobs: { incoming: incomingJob({ hooks, received, bookings, tables, lookups, apply, revisions }) },
    repeated: [
      { run: () => starter.round(), wokenBy: 'bookings', failed: 'deliveries could not be imported yet' },
      { run: fetchDue, wokenBy: 'bookings', failed: notFetched },
    ],
  }
  return { received, bookings, incomingHooks, part }
}
export type Bookings = ReturnType<typeof bookingsModule>
