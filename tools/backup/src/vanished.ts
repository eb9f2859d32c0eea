import type { AuditAction } from '@app/contracts/audit-actions'
import type { Db } from 'mongodb'
import type { Digests } from './changes'
import type { JournalState } from './journal-state'

/** Collections that come and go by themselves, so that less of them is no loss. */
const passing =
  /^(sessions|login_codes|oauth_transactions|passkey_challenges|pending_links|notice_marks|jobs|batches|imports|import_files\..*|feed_.*|webhook_deliveries|received_deliveries|site_visits|mail_recipients|mail_setup|inbound_doors|inbound_quotas|inbound_erased|audit_.*)$|\.chunks$/
export const isLasting = (name: string) => !passing.test(name)

/** Less: most changes of a small database are larger than half of it. */
const notable = 50

/** True if more than half of the lasting documents have vanished. */
export const hasVanished = (before: number, now: number) => before >= notable && now < before / 2

/** The number of lasting documents in these collections. */
export const lastingIn = (known: ReadonlyMap<string, Digests>) =>
  [...known].reduce((sum, [name, digests]) => sum + (isLasting(name) ? digests.size : 0), 0)

/** Most of what the database held is gone, and nothing in it says why. */
export class Vanished extends Error {
  override readonly name = 'Vanished'
  constructor(before: number, now: number) {
    super(
      `Of ${before} documents ${now} are left, and no job, deletion, erasure or restore explains it. Nothing was written: all earlier files stay. If this is all there should be: make follow-backup ACCEPT=1; otherwise \`make restore\` (docs/runbook/database-lost.md)`,
    )
  }
}

const explaining: AuditAction[] = ['delete', 'purge', 'batch', 'undo', 'erase', 'schema', 'remove-person']
/** Clocks of services may differ from this one. */
const slackMs = 5_000

/** True if the product itself has removed so much since the last look. An audit with fewer entries than before proves nothing. */
async function isExplained(db: Db, before: JournalState, auditNow: number): Promise<boolean> {
  const since = new Date(Date.parse(before.at) - slackMs)
  const audit = db.collection('audit_log')
  if (await audit.findOne({ action: 'restore-backup', at: { $gte: since } })) return true
  if (auditNow < before.audit) return false
  if (await audit.findOne({ action: { $in: explaining }, at: { $gte: since } })) return true
  const open = { $or: [{ state: { $in: ['waiting', 'running'] } }, { ended_at: { $gte: since } }] }
  return (await db.collection('jobs').findOne(open)) !== null
}

/**
 * True if more than half has vanished since the last look, as the product itself may do it.
 *
 * @throws Vanished when nothing explains it
 */
export async function hasShrunkSince(db: Db, before: JournalState | undefined, now: Omit<JournalState, 'at'>) {
  if (!before || !hasVanished(before.documents, now.documents)) return false
  if (await isExplained(db, before, now.audit)) return true
  throw new Vanished(before.documents, now.documents)
}
