import type { Origin } from '@app/telemetry'
import { open, seal } from './seal'

/** The lanes. Signing in has one of its own: ten thousand waiting inquiries must not delay a code. */
export const lanes = { delivery: 'inquiry-mail', signIn: 'sign-in-mail' } as const

/** One outgoing mail of a submission. The job only points at it: what to send is read when it is sent. */
export type DeliveryJob = Origin & { submissionId: string; messageId: string }

/** Who asked for a code, as far as can be told: `device` is what the browser says of itself. */
export type Asker = { at: string; device: string; address: string }

export type LoginCode = { kind: 'login_code'; to: string; code: string; asked: Asker }
/** Somebody who signed in asks to become an admin; `to` is one of those who are. */
export type AccessRequest = { kind: 'access_request'; to: string; email: string; at: string; dashboardUrl: string }
/** An admin's account signed in from a browser it has not used before. */
export type NewDevice = Asker & { kind: 'new_device'; to: string; sessionsUrl: string }
export type SignInMail = LoginCode | AccessRequest | NewDevice

/** A mail around signing in on its way. All of it is sealed, so that nothing in Redis names a person or signs one in. */
export type SignInMailJob = Origin & { mailId: string; sealed: string; expiresAt: string }

export const sealSignInMail = (key: Buffer, mailId: string, mail: SignInMail) => seal(key, mailId, JSON.stringify(mail))

/** @throws when the job was altered or sealed with another key */
export const openSignInMail = (key: Buffer, { mailId, sealed }: Pick<SignInMailJob, 'mailId' | 'sealed'>) =>
  JSON.parse(open(key, mailId, sealed)) as SignInMail
