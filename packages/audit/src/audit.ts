import { runPeriodically } from '@app/concurrency/run-periodically'
import { minutes } from '@app/contracts/durations'
import { counter } from '@app/telemetry'
import { appendAudit } from './append'
import type { AuditEntry, Chain, StoredEntry } from './entry'
import { auditCollection } from './models/audit-collection'
import { type AuditDb, pendingStore, type StoredPending } from './models/pending-store'
import { actionRecorder } from './record-action'

const failures = counter('audit_failures_total', 'Entries of the audit that could not be written', {})

type Log = { error(about: object, event: string): void }

/** The audit as one service writes it. */
export function serviceAudit(chain: Chain, db: () => AuditDb, log: Log) {
  const stored = auditCollection(() => db().collection<StoredEntry>('audit_log'))
  const pending = pendingStore(() => db().collection<StoredPending>('audit_pending'), chain)
  const append = appendAudit(stored, chain)
  const onFailure = ({ actor, ...about }: AuditEntry, err: unknown) => {
    failures.add({})
    log.error({ ...about, userId: actor?.id, requestId: actor?.requestId, err }, 'audit entry could not be written')
  }

  /** Adds the entries of actions that a crash has cut off: of those it is not known whether they were done. */
  async function sweep(): Promise<void> {
    for (const { _id, entry } of await pending.left()) {
      await append({ ...entry, about: { ...entry.about, outcome: 'unknown' } })
      await pending.drop(_id)
    }
  }
  let isSweeping = false

  return {
    stored,
    async prepare(): Promise<void> {
      const indexes = await stored.prepare()
      if (indexes.length > 0) log.error({ indexes }, 'audit indexes missing: the operator makes them')
      // Every attempt to connect prepares again.
      if (!isSweeping)
        runPeriodically(
          sweep,
          (err) => log.error({ err }, 'entries of interrupted actions could not be added'),
          minutes(1),
          { firstMs: 0 },
        )
      isSweeping = true
    },
    /** Rejects when the entry is not stored, for a caller that keeps the event and retries. */
    append,
    /** Never rejects: an entry that cannot be stored is logged, without the address. */
    async add(entry: AuditEntry): Promise<void> {
      try {
        await append(entry)
      } catch (err) {
        onFailure(entry, err)
      }
    },
    /** For an action that changes something: no crash loses its entry. */
    during: actionRecorder({ append, pending, onFailure }),
  }
}

export type Audit = ReturnType<typeof serviceAudit>
