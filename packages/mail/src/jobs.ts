import type { Origin } from '@app/telemetry'
import { open, seal } from './seal'

/** Sign-in mail has a queue of its own, so that thousands of waiting inquiries never delay a login code. */
export const queueNames = { delivery: 'inquiry-mail', signIn: 'sign-in-mail' } as const

/** One outgoing mail of a submission, or of what `source` names. Its content is read when it is sent. */
export type DeliveryJob = Origin & {
  submissionId: string
  messageId: string
  source?: 'mailing' | 'synthetic' | undefined
}

/** When and from where a sign-in came. `device` is derived from the User-Agent header, which can be forged. */
export type SignInContext = { at: string; device: string; address: string }

export type LoginCode = { kind: 'login_code'; to: string; code: string; asked: SignInContext }
/** The signed-in user `email` requests dashboard access; `to` is an admin. */
export type AccessRequest = { kind: 'access_request'; to: string; email: string; at: string; dashboardUrl: string }
/** An admin's account signed in from a new browser. */
export type NewDevice = SignInContext & { kind: 'new_device'; to: string; sessionsUrl: string }
/** Codes for an account are paused after too many wrong ones. */
export type CodesPaused = { kind: 'codes_paused'; to: string; until: string; loginUrl: string }
/** An admin invites a person to the dashboard; `by` is the admin's address. */
export type Invitation = { kind: 'invitation'; to: string; name: string | null; by: string; loginUrl: string }
/** An invitation to `email` was refused for good; `to` is the admin who sent it. */
export type InvitationRefused = { kind: 'invitation_refused'; to: string; email: string; peopleUrl: string }
export type SignInMail = LoginCode | AccessRequest | NewDevice | CodesPaused | Invitation | InvitationRefused

/** A queued sign-in mail. Its content is sealed, so that Redis holds no address and no code. */
export type SignInMailJob = Origin & { mailId: string; sealed: string; expiresAt: string }

export const sealSignInMail = (key: Buffer, mailId: string, mail: SignInMail) => seal(key, mailId, JSON.stringify(mail))

/** @throws when the job was altered or sealed with another key */
export const openSignInMail = (key: Buffer, { mailId, sealed }: Pick<SignInMailJob, 'mailId' | 'sealed'>) =>
  JSON.parse(open(key, mailId, sealed)) as SignInMail
