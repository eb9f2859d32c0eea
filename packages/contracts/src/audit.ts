import * as v from 'valibot'
import { references } from './tables'

/** Every action of the audit. Names are stored, so a released one never changes. */
export const auditActions = [
  'create',
  'update',
  'delete',
  'restore',
  'purge',
  'batch',
  'undo',
  'stop',
  'import',
  'export',
  'upload',
  'schema',
  'publish',
  'reply',
  'resend',
  'status',
  'spam',
  'not-spam',
  'erase',
  'mailing',
  'offer',
  'waiver',
  'waiver-text',
  'settings',
  'sign-in',
  'sign-in-refused',
  'access-refused',
  'invite',
  'access',
  'remove-person',
  'passkey-add',
  'passkey-remove',
  'calendar-add',
  'calendar-remove',
  'account-add',
  'account-change',
  'account-remove',
  'secret-add',
  'secret-remove',
  'webhook-add',
  'webhook-change',
  'webhook-remove',
  'webhook-replay',
  'webhook-stop',
  'hook-add',
  'hook-change',
  'hook-remove',
  'hook-decide',
  'backup',
  'restore-backup',
  'verify',
  'sign-heads',
] as const
export const auditAction = v.picklist(auditActions)
export type AuditAction = v.InferOutput<typeof auditAction>

/** Entries whose `record_id` names a batch, whose records are a call of their own. */
export const isBatchAction = (action: AuditAction) => ['batch', 'undo', 'import'].includes(action)

/** What an entry says in addition to who, what and which record. Never what was in a record, never an address of a visitor. */
export const auditDetails = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))
export type AuditDetails = v.InferOutput<typeof auditDetails>

export const auditEntry = v.object({
  id: v.string(),
  at: v.string(),
  /** `null` for what the product did on its own. */
  actor: v.nullable(v.object({ id: v.string(), email: v.string() })),
  action: auditAction,
  table: v.nullable(v.string()),
  recordId: v.nullable(v.string()),
  about: auditDetails,
})
export type AuditRecord = v.InferOutput<typeof auditEntry>

/** `GET /api/audit`: newest first. `references` names the records that the entries are about, as far as they exist. */
export const auditPage = v.object({ data: v.array(auditEntry), more: v.boolean(), references })
export type AuditPage = v.InferOutput<typeof auditPage>
export const auditPageSize = 50
