import { open, seal } from '@app/config/seal'
import type { LastingThing } from '@app/contracts/lasting-access'
import type { Origin } from '@app/telemetry'

/**
 * Queues of their own: thousands of waiting inquiries never delay a login code, and a mailing to hundreds of people delays neither.
 */
export const queueNames = { delivery: 'inquiry-mail', mailing: 'mailing-mail', signIn: 'sign-in-mail' } as const

/** One outgoing mail of an inquiry, or of what `source` names. Its content is read from that document when it is sent. */
export type DeliveryJob = Origin & {
  documentId: string
  messageId: string
  source?: 'mailing' | 'synthetic' | undefined
}

/** As the release before this one has queued it. */
export type FormerDeliveryJob = Omit<DeliveryJob, 'documentId'> & { submissionId: string }

/** When and from where a sign-in came. `device` is derived from the User-Agent header, which can be forged. */
export type SignInContext = { at: string; device: string; address: string }

export type LoginCode = { kind: 'login_code'; to: string; code: string; asked: SignInContext }
/** The signed-in user `email` requests dashboard access; `to` is an admin. */
export type AccessRequest = { kind: 'access_request'; to: string; email: string; at: string; dashboardUrl: string }
/** An admin's account signed in from a new browser. */
export type NewDevice = SignInContext & { kind: 'new_device'; to: string; sessionsUrl: string }
/** Something was added that works without a session, or changes where data goes. */
export type AccessAdded = {
  kind: 'access_added'
  to: string
  at: string
  /** `admin`: a person was made one. */
  what: LastingThing | 'admin'
  /** The name of the thing that was added or changed. */
  name?: string
  /** The person who did it, where that is not `to`. */
  by?: string
  sessionsUrl: string
  /** Where it can be undone, if not among the sessions. */
  url?: string
}
/** Codes for an account are paused after too many wrong ones. */
export type CodesPaused = { kind: 'codes_paused'; to: string; until: string; loginUrl: string }
/** An admin invites a person to the dashboard; `by` is the admin's address. */
export type Invitation = { kind: 'invitation'; to: string; name: string | null; by: string; loginUrl: string }
/** An invitation to `email` was refused for good; `to` is the admin who sent it. */
export type InvitationRefused = { kind: 'invitation_refused'; to: string; email: string; peopleUrl: string }
/** The signed heads of the audit, for the owner to keep. `changed`: places that are not as they were signed before. */
export type AuditHeads = {
  kind: 'audit_heads'
  to: string
  at: string
  heads: Record<string, { number: number; hash: string }>
  /** In lines, as the mail shows it. */
  signed: string
  changed: string[]
}
/** A webhook of `to` receives nothing any more. */
export type WebhookStopped = {
  kind: 'webhook_stopped'
  to: string
  at: string
  host: string
  reason: string
  webhooksUrl: string
}
/** Somebody has changed, or has ordered to change, by what visitors and mails reach the school. `contacts`: the titles of what changed. */
export type ContactChanged = {
  kind: 'contact_changed'
  to: string
  at: string
  by: string
  contacts: string
  /** When it will be published, where that is later. */
  later?: string
  websiteUrl: string
}
export type SignInMail =
  | LoginCode
  | AccessRequest
  | NewDevice
  | AccessAdded
  | CodesPaused
  | Invitation
  | InvitationRefused
  | WebhookStopped
  | ContactChanged
  | AuditHeads

/** A queued sign-in mail. Its content is sealed, so that Redis holds no address and no code. */
export type SignInMailJob = Origin & { mailId: string; sealed: string; expiresAt: string }

export const sealSignInMail = (key: Buffer, mailId: string, mail: SignInMail) => seal(key, mailId, JSON.stringify(mail))

/** @throws when the job was altered or sealed with another key */
export const openSignInMail = (key: Buffer, { mailId, sealed }: Pick<SignInMailJob, 'mailId' | 'sealed'>) =>
  JSON.parse(open(key, mailId, sealed)) as SignInMail
