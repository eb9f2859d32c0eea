import { type AuditEntry, appendAudit, auditCollection, type Evidence, type Head, verifyAudit } from '@app/audit'
import type { Db } from 'mongodb'
import type { Prefix } from './staging'

const stored = (db: Db, prefix: Prefix = '') => auditCollection(() => db.collection(`${prefix}audit_log`))

/** Where the chains of the audit end now, for the header of an archive: whoever cuts them off later cannot change that. */
export const auditHeads = (db: Db, prefix: Prefix): Promise<Record<string, Head>> => stored(db, prefix).heads()

/** Adds to the chain of this tool. */
export async function note(db: Db, entry: Omit<AuditEntry, 'actor'>): Promise<void> {
  const audit = stored(db)
  await audit.prepare()
  await appendAudit(audit, 'backup')({ actor: null, ...entry })
}

/** When the last restore was noted, and when its archive was written. */
export async function lastRestore(db: Db): Promise<{ at: Date; written: string } | undefined> {
  const entries = db.collection<{ chain: string; number: number; at: Date; about?: { written?: string } }>('audit_log')
  const last = await entries.findOne({ chain: 'backup', action: 'restore-backup' }, { sort: { number: -1 } })
  return last?.about?.written ? { at: last.at, written: last.about.written } : undefined
}

/** Says whether the audit is as it was written, and where it is not. @throws Error when it is not */
export async function reportAudit(db: Db, evidence: Evidence, say: (line: string) => void): Promise<void> {
  const { entries, unchained, heads, faults, faultCount } = await verifyAudit(stored(db), evidence)
  for (const [chain, { number, hash }] of Object.entries(heads)) say(`${chain}: ${number} entries, the last ${hash}`)
  if (unchained > 0) say(`${unchained} entries are from before there were chains.`)
  for (const { place, at, text } of faults) say(`${place}${at ? ` (${at.toISOString()})` : ''} ${text}`)
  if (faultCount > faults.length) say(`and ${faultCount - faults.length} more`)
  if (faultCount > 0) throw new Error(`The audit is not as it was written: ${faultCount} faults.`)
  say(`Audit log verified: ${entries} entries in ${Object.keys(heads).length} chains.`)
}
