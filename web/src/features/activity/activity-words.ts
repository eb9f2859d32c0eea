import type { AuditAction } from '@app/contracts/audit-actions'
import { capital } from '#lib/words'

/** The action of an entry, as it follows the name. */
export const actionWords: Readonly<Record<AuditAction, string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
  purge: 'deleted for good',
  batch: 'changed several records',
  undo: 'undid a change of several records',
  stop: 'stopped a change of several records',
  import: 'imported records',
  export: 'exported records',
  upload: 'uploaded a file',
  schema: 'changed the schema of a table',
  reply: 'answered an inquiry',
  resend: 'sent the mails of an inquiry again',
  status: 'set the status of an inquiry',
  spam: 'marked an inquiry as spam',
  'not-spam': 'marked an inquiry as not spam',
  erase: 'erased everything from an address',
  mailing: 'wrote to several people',
  offer: 'offered a seat',
  waiver: 'had a waiver signed',
  'waiver-text': 'published a text of the waiver',
  settings: 'changed settings',
  'sign-in': 'signed in',
  'sign-in-refused': 'failed to sign in',
  'access-refused': 'was refused access',
  invite: 'invited a person',
  access: 'changed what a person may do',
  'remove-person': 'deleted a person',
  'passkey-add': 'added a passkey',
  'passkey-remove': 'deleted a passkey',
  'calendar-add': 'created a calendar address',
  'calendar-remove': 'revoked a calendar address',
  'account-add': 'created a service account',
  'account-change': 'changed a service account',
  'account-remove': 'deleted a service account',
  'secret-add': 'added a secret to a service account',
  'secret-remove': 'revoked a secret of a service account',
  'webhook-add': 'created a webhook',
  'webhook-change': 'changed a webhook',
  'webhook-remove': 'deleted a webhook',
  'webhook-replay': 'sent events to a webhook again',
  'webhook-stop': 'stopped a webhook',
  'hook-add': 'created an incoming hook',
  'hook-change': 'changed an incoming hook',
  'hook-remove': 'deleted an incoming hook',
  'hook-decide': 'decided what a booking is',
  backup: 'made a backup',
  'restore-backup': 'restored a backup',
  verify: 'verified the audit',
  publish: 'published the website',
  'sign-heads': 'signed the ends of the audit',
}

/** For the filter: `Created`, `Failed to sign in`. */
export const actionTitle = (action: AuditAction) => capital(actionWords[action])

/** Actions that are about access rather than records. */
export const isWarning = (action: AuditAction) => ['sign-in-refused', 'access-refused'].includes(action)
