import { seconds } from '@app/contracts/durations'
import { currentRights, jobRunner } from '@app/jobs'
import { serviceOfParts } from '@app/jobs/service-of-parts'
import type { CallDeps, Checks } from '@app/service'
import type { Context, Service } from './context'
import { createModules } from './modules'

type ServiceOptions = Omit<CallDeps, 'audit'> &
  Pick<Service, 'env' | 'overHourlyLimit'> & {
    checks?: Checks
  }

/** The forms service upon its connections. Nothing of it runs by itself until `start`. */
export function createService(context: Context, { env, overHourlyLimit, ...calls }: ServiceOptions) {
  const { audit, log, jobs, actors, signals } = context
  const runner = jobRunner({
    store: jobs,
    hasRight: currentRights(actors),
    audit,
    onError: (err, job) => log.warn({ err, ...job }, 'job interrupted, will be continued'),
    // An undo is requested through admin-tables, by a person who waits for it.
    restMs: () => signals.restMs(seconds(1)),
  })
  const parts = createModules(context).flatMap(({ service }) => service?.({ env, overHourlyLimit, runner }) ?? [])
  return serviceOfParts({ ...context, runner }, parts, calls)
}
