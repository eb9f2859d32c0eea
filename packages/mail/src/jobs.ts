import { open, seal } from './seal'

/** The lanes. Codes have one of their own: ten thousand waiting inquiries must not delay a sign-in. */
export const lanes = { delivery: 'inquiry-mail', loginCode: 'login-code' } as const

/** One outgoing mail of a submission. The job only points at it: what to send is read when it is sent. */
export type DeliveryJob = { submissionId: string; messageId: string; requestId: string }

/** A login code on its way. Address and code are sealed, so that nothing in Redis can be used to sign in. */
export type LoginCodeJob = { challengeId: string; sealed: string; expiresAt: string; requestId: string }

export type LoginCode = { to: string; code: string }

export const sealLoginCode = (key: Buffer, challengeId: string, content: LoginCode) =>
  seal(key, challengeId, JSON.stringify(content))

/** @throws when the job was altered or sealed with another key */
export const openLoginCode = (key: Buffer, { challengeId, sealed }: LoginCodeJob) =>
  JSON.parse(open(key, challengeId, sealed)) as LoginCode
