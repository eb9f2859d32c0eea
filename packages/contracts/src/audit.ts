import * as v from 'valibot'

/** Everything that the audit tells apart. Names are stored, so a released one never changes. */
export const auditActions = [
  'create',
  'update',
  'delete',
  'restore',
  'purge',
  'batch',
  'undo',
  'import',
  'export',
  'upload',
  'schema',
  'reply',
  'resend',
  'status',
  'spam',
  'not-spam',
  'erase',
  'mailing',
  'settings',
  'sign-in',
  'sign-in-refused',
  'access-refused',
  'invite',
  'access',
  'remove-person',
  'passkey-add',
  'passkey-remove',
  'backup',
  'restore-backup',
  'verify',
] as const
export const auditAction = v.picklist(auditActions)
export type AuditAction = v.InferOutput<typeof auditAction>

/** What an entry says beside who, what and which record. Never what was in a record, never an address of a visitor. */
export const auditDetails = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))
export type AuditDetails = v.InferOutput<typeof auditDetails>
