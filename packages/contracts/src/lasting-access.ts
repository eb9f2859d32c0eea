import type { AuditDetails } from './audit'
import type { AuditAction } from './audit-actions'

/**
 * Actions of the audit that add what works without a session, or change where data goes. Each call with one of them needs a
 * recent sign-in, and its person is told by mail: `what` is added or changed, `named` is the detail of the entry that names it.
 */
export const lastingAccess = {
  'passkey-add': { what: 'passkey', named: 'passkey' },
  'calendar-add': { what: 'calendar', named: undefined },
  'account-add': { what: 'account', named: 'account' },
  'account-change': { what: 'account-change', named: 'account' },
  'secret-add': { what: 'secret', named: 'account' },
  'webhook-add': { what: 'webhook', named: 'host' },
  'webhook-change': { what: 'webhook-change', named: 'host' },
  'hook-add': { what: 'hook', named: 'hook' },
  'hook-change': { what: 'hook-change', named: 'hook' },
} as const satisfies Partial<Record<AuditAction, { what: string; named: string | undefined }>>
export type LastingAccess = keyof typeof lastingAccess
export type LastingThing = (typeof lastingAccess)[LastingAccess]['what']

export const isLastingAccess = (action: AuditAction): action is LastingAccess => Object.hasOwn(lastingAccess, action)

/** Names the owner in an entry about something of another admin, who is told as well. */
export const ownedBy = (owner: string | undefined, actor: { email: string }): AuditDetails =>
  owner === undefined || owner === actor.email ? {} : { owner }
