import { randomBytes } from 'node:crypto'
import { type SignInContext, type SignInMailJob, type SignInQueue, sealSignInMail } from '@app/mail'
import type { UserStore } from '@app/session'
import { loginCodes } from '../metrics'
import { codeLife, type LoginCodeStore } from '../models/login-code'
import { codeDigest, newCode } from './code-digest'

type Deps = {
  codes: Pick<LoginCodeStore, 'issue' | 'isCurrent'>
  users: Pick<UserStore, 'exists'>
  mail: Pick<SignInQueue, 'sendLoginCode'>
  pepper: string
  sealKey: Buffer
  adminEmails: readonly string[]
  allowUnknown: boolean
  log: { info(details: object, event: string): void }
  now?: () => number
}

/** Queueing begins when the answer is on its way: even its first steps would tell a known address by the time. */
const afterAnswer = (work: () => unknown) => setTimeout(work, 1)

/**
 * Issues a code and returns the challenge that binds it to the asking browser. Every address costs the same work and
 * gets the same answer; only known ones get a mail, and nobody waits for it.
 *
 * @param pending the challenge that the browser already holds; it stays when no new code is due yet
 */
export const issueCode = ({
  codes,
  users,
  mail,
  pepper,
  sealKey,
  adminEmails,
  allowUnknown,
  log,
  now = Date.now,
}: Deps) => {
  async function send(job: SignInMailJob): Promise<void> {
    const queued = await mail.sendLoginCode(job)
    loginCodes.add({ outcome: queued ? 'queued' : 'lost' })
    log.info({ requestId: job.requestId, mailId: job.mailId, queued }, 'login code')
  }
  return async (
    email: string,
    { pending, asker, requestId }: { pending: string | undefined; asker: Omit<SignInContext, 'at'>; requestId: string },
  ): Promise<string> => {
    const challengeId = randomBytes(24).toString('base64url')
    const code = newCode()
    const [known, issued, stillCurrent] = await Promise.all([
      users.exists(email),
      codes.issue(email, { id: challengeId, digest: codeDigest(pepper, challengeId, email, code) }),
      codes.isCurrent(email, pending ?? ''),
    ])
    // Sealed for everybody, so that the time it takes tells nothing.
    const mailId = randomBytes(16).toString('base64url')
    const asked = { ...asker, at: new Date(now()).toISOString() }
    const sealed = sealSignInMail(sealKey, mailId, { kind: 'login_code', to: email, code, asked })
    if (!issued) {
      loginCodes.add({ outcome: 'throttled' })
      return pending && stillCurrent ? pending : challengeId
    }
    if (known || allowUnknown || adminEmails.includes(email)) {
      const expiresAt = new Date(now() + codeLife).toISOString()
      afterAnswer(() => send({ mailId, sealed, expiresAt, requestId }))
    } else loginCodes.add({ outcome: 'unknown' })
    return challengeId
  }
}
