import { counter } from '@app/telemetry'
import { appendAudit } from './append'
import type { AuditEntry, Chain } from './entry'
import { auditCollection } from './models/audit-collection'

const failures = counter('audit_failures_total', 'Entries of the audit that could not be written', {})

type Log = { error(about: object, event: string): void }

/** The audit as one service writes it. */
export function serviceAudit(chain: Chain, collection: Parameters<typeof auditCollection>[0], log: Log) {
  const stored = auditCollection(collection)
  const append = appendAudit(stored, chain)
  return {
    stored,
    async prepare(): Promise<void> {
      const indexes = await stored.prepare()
      if (indexes.length > 0) log.error({ indexes }, 'audit indexes missing: the operator makes them')
    },
    /** Rejects when the entry is not stored, for a caller that keeps the event and retries. */
    append,
    /** Never rejects: an entry that cannot be stored is logged, without the address. */
    async add(entry: AuditEntry): Promise<void> {
      try {
        await append(entry)
      } catch (err) {
        failures.add({})
        const { actor, ...about } = entry
        log.error({ ...about, userId: actor?.id, requestId: actor?.requestId, err }, 'audit entry could not be written')
      }
    },
  }
}

export type Audit = ReturnType<typeof serviceAudit>
