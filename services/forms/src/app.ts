import { noteRefusal } from '@app/audit'
import { seconds } from '@app/contracts/durations'
import { currentRights, type Handlers, jobRunner } from '@app/jobs'
import { translateMongoError } from '@app/mongo'
import { type CallDeps, type Checks, createServiceApp } from '@app/service'
import { type Context, repeat, type Service } from './context'
import { createModules } from './modules'

type ServiceOptions = Omit<CallDeps, 'audit'> &
  Pick<Service, 'env' | 'overHourlyLimit'> & {
    checks?: Checks
  }

const checkedReads = ['inbox', 'inbound', 'inbound/count', 'submissions/counters', 'settings', 'reminders'].map(
  (name) => `/api/forms/${name}`,
)

/** The forms service upon its connections. Nothing of it runs by itself until `start`. */
export function createService(context: Context, { env, overHourlyLimit, checks, ...calls }: ServiceOptions) {
  const { audit, log, jobs, actors, signals } = context
  const handlers: Record<string, Handlers[string]> = {}
  const runner = jobRunner({
    store: jobs,
    handlers,
    hasRight: currentRights(actors),
    audit,
    onError: (err, job) => log.warn({ err, ...job }, 'job interrupted, will be continued'),
    // An undo is requested through admin-tables, by a person who waits for it.
    restMs: () => signals.restMs(seconds(1)),
  })
  const parts = createModules(context).flatMap(({ service }) => service?.({ env, overHourlyLimit, runner }) ?? [])
  for (const part of parts) Object.assign(handlers, part.jobs)
  const stores = [jobs, ...parts.flatMap((part) => part.stores ?? [])]

  const app = createServiceApp({
    log,
    checks: Object.assign({}, checks, ...parts.map((part) => part.checks)) as Checks,
    translate: translateMongoError,
    onRefused: noteRefusal(audit, calls.identify),
    api: { ...calls, audit, routes: parts.flatMap((part) => part.routes ?? []), reads: async () => checkedReads },
  })
  let stops: ReturnType<typeof repeat> = []
  return {
    app,

    /** Makes the indexes, and stores what the service needs unless it exists. */
    prepare: (): Promise<unknown> => Promise.all(stores.map((store) => store.prepare())),

    start(): void {
      runner.start()
      signals.on('jobs', runner.wake)
      stops = repeat(log, parts)
    },

    /** The process is to end: what would keep requests open ends first. */
    stopping(): void {
      for (const part of parts) part.stopping?.()
    },

    async close(): Promise<void> {
      await Promise.all([runner.close(), ...stops.map((stop) => stop())])
      await Promise.all(parts.map((part) => part.close?.()))
    },
  }
}
