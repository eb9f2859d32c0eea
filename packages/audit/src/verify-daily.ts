import { runPeriodically, type StopTask } from '@app/concurrency/run-periodically'
import { hours, minutes, seconds } from '@app/contracts/durations'
import { gauge } from '@app/telemetry'
import type { AppendAudit } from './append'
import type { AuditCollection } from './models/audit-collection'
import type { CheckStore } from './models/check-store'
import { verifyAudit, witness } from './verify'
import type { Evidence } from './witnesses'

type Log = { info(about: object, event: string): void; error(about: object, event: string): void }
type Deps = { stored: AuditCollection; checks: CheckStore; append: AppendAudit; read: Evidence['read']; log: Log }

const interval = minutes(10)
/** Of a chain of many years. */
const maxDuration = hours(2)

/** Verifies the audit if it is due, notes the heads of the chains in it, and leaves the outcome for all replicas. */
export async function verifyIfDue({ stored, checks, append, read, log }: Deps): Promise<void> {
  if (!(await checks.claim())) return
  const result = await verifyAudit(stored, { read })
  const { faults, faultCount, entries, heads } = result
  if (faultCount > 0) log.error({ faults: faultCount, places: faults.slice(0, 10) }, 'audit is not as it was written')
  else log.info({ entries, heads }, 'audit verified')
  await append({ actor: null, action: 'verify', about: { ...witness(result), faults: faultCount } })
  await checks.finish(faultCount)
}

/** Verifies the audit once a day in one process, and reports the last outcome from each. */
export function verifyDaily(deps: Deps): StopTask {
  // Until the first verification the metric holds the start of this process, so that a missing one raises the alert, too.
  const begun = { at: new Date(), faults: 0 }
  const read = (value: (last: { at: Date; faults: number }) => number) => async () => [
    { labels: {}, value: value((await deps.checks.last()) ?? begun) },
  ]
  gauge(
    'audit_verified_timestamp_seconds',
    'When the audit was last verified, or this process started',
    [],
    read(({ at }) => at.getTime() / seconds(1)),
  )
  gauge(
    'audit_faults',
    'Entries of the audit that are not as they were written',
    [],
    read(({ faults }) => faults),
  )
  return runPeriodically(
    () => verifyIfDue(deps),
    (err) => deps.log.error({ err }, 'audit could not be verified'),
    interval,
    { firstMs: interval, timeoutMs: maxDuration },
  )
}
