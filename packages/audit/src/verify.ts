import { runPeriodically, type StopTask } from '@app/concurrency/run-loop'
import type { AuditDetails } from '@app/contracts/audit'
import { hours, minutes, seconds } from '@app/contracts/durations'
import { gauge } from '@app/telemetry'
import type { AppendAudit } from './audit'
import {
  type AuditCollection,
  type Head,
  hashOf,
  noEntries,
  placeOf,
  type StoredEntry,
} from './models/audit-collection'
import type { CheckStore } from './models/check-store'
import { type AuditFault, type Evidence, witnessesOf } from './witnesses'

export type Verification = {
  /** Of all chains. */
  entries: number
  /** Entries of releases that had no chains. */
  unchained: number
  heads: Record<string, Head>
  faults: AuditFault[]
  /** Beyond `maxFaults` faults are counted only. */
  faultCount: number
}

const maxFaults = 100

/** The result that a verification leaves in its own entry, from which the next one continues. */
export const witness = ({ heads, unchained }: Pick<Verification, 'heads' | 'unchained'>): AuditDetails => ({
  unchained,
  ...Object.fromEntries(Object.entries(heads).map(([chain, { number, hash }]) => [chain, `${number} ${hash}`])),
})

/**
 * Reads every entry, each chain in order, and reports whatever is not as it was written. Whoever can write to the database can
 * rebuild its chains or cut off their ends; that is detected from the evidence only, which they cannot sign.
 */
export async function verifyAudit(
  stored: Pick<AuditCollection, 'witnesses' | 'unchained'> & { chained: () => AsyncIterable<StoredEntry> },
  evidence: Evidence = {},
): Promise<Verification> {
  const heads: Record<string, Head> = {}
  const faults: AuditFault[] = []
  let entries = 0
  let faultCount = 0
  const report = (fault: AuditFault) => {
    faultCount += 1
    if (faults.length < maxFaults) faults.push(fault)
  }
  const earlier = await stored.witnesses()
  const { witnesses, faults: unsigned } = await witnessesOf(earlier, evidence)
  for (const fault of unsigned) report(fault)

  for await (const entry of stored.chained()) {
    entries += 1
    const { _id: place, chain, number, at, previous, hash } = entry
    if (placeOf(chain, number) !== place) {
      report({ place, kind: 'moved', text: 'is not where its chain and number say' })
      continue
    }
    const head = heads[chain] ?? noEntries
    const next = head.number + 1
    if (number > next) {
      const text = next === number - 1 ? 'is missing' : `and all up to ${number - 1} are missing`
      report({ place: placeOf(chain, next), kind: 'missing', text })
    } else if (previous !== head.hash) {
      report({ place, kind: 'changed', at, text: 'does not follow from the entry before' })
    }
    if (hashOf(entry) !== hash) report({ place, kind: 'changed', at, text: 'is not what was written' })
    const other = witnesses.get(place)?.find((witness) => witness.hash !== hash)
    if (other) report({ place, kind: 'changed', at, text: `was another when ${other.when}` })
    witnesses.delete(place)
    heads[chain] = { number, hash }
  }
  for (const [place, [witness]] of witnesses)
    report({ place, kind: 'missing', text: `was there when ${witness!.when}` })

  const unchained = await stored.unchained()
  const before = earlier.findLast(({ action }) => action === 'verify')?.about['unchained']
  if (before !== undefined && before !== unchained)
    report({ place: 'entries without a chain', kind: 'changed', text: `were ${before}, now ${unchained}` })
  return { entries, unchained, heads, faults, faultCount }
}

type Log = { info(about: object, event: string): void; error(about: object, event: string): void }
type Deps = { stored: AuditCollection; checks: CheckStore; append: AppendAudit; read: Evidence['read']; log: Log }

const interval = minutes(10)
/** Of a chain of many years. */
const maxDuration = hours(2)

/** Verifies the audit if it is due, notes the heads of the chains in it, and leaves the outcome for all replicas. */
async function verifyIfDue({ stored, checks, append, read, log }: Deps): Promise<void> {
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
  const last = async () => (await deps.checks.last()) ?? begun
  gauge(
    'audit_verified_timestamp_seconds',
    'When the audit was last verified, or this process started',
    [],
    async () => (await last()).at.getTime() / seconds(1),
  )
  gauge('audit_faults', 'Entries of the audit that are not as they were written', [], async () => (await last()).faults)
  return runPeriodically(
    () => verifyIfDue(deps),
    (err) => deps.log.error({ err }, 'audit could not be verified'),
    interval,
    { firstMs: interval, timeoutMs: maxDuration },
  )
}
