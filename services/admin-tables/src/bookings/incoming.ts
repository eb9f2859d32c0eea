import { runPeriodically, type StopTask } from '@app/concurrency/run-periodically'
import type { TableSchema } from '@app/contracts/table-schema'
import type { JobRunner, JobStore } from '@app/jobs'
import type { UserStore } from '@app/session'
import { fetcher } from '../events/send'
import type { Lookups } from '../imports/import-lookups'
import { importStarter } from './begin-imports'
import type { ReadCalendar } from './calendar-events'
import { calendarFetcher } from './fetch-calendars'
import type { IncomingStores } from './incoming-stores'
import type { IncomingHookDeps } from './manage-incoming-hooks'

type Deps = IncomingStores & {
  tables: { find(name: string): Promise<TableSchema | undefined> }
  users: Pick<UserStore, 'find'>
  jobs: Pick<JobStore, 'find' | 'undosOf'>
  runner: Pick<JobRunner, 'begin'>
  lookups: (schema: TableSchema, userId: string) => Lookups
  readCalendar: ReadCalendar
  publicOrigin: string
  /** True if calendars may be on this machine. */
  allowsLocal: boolean
  onError: (text: string) => (error: unknown) => void
}

/** Bookings that arrive by themselves: hooks that other products send to, and calendars that are fetched. */
export function incoming(deps: Deps) {
  const { allowsLocal, onError } = deps
  const starter = importStarter(deps)
  const manage: IncomingHookDeps = { ...deps, starter }
  const start = (): StopTask => {
    const notFetched = onError('a calendar could not be fetched yet')
    const fetchDue = calendarFetcher({
      ...deps,
      begin: starter.begin,
      fetchBytes: fetcher({ allowsLocal }),
      onError: notFetched,
    })
    const stops = [
      runPeriodically(() => starter.round(), onError('deliveries could not be imported yet')),
      runPeriodically(fetchDue, notFetched),
    ]
    return async () => void (await Promise.all(stops.map((stop) => stop())))
  }
  return { manage, start }
}
