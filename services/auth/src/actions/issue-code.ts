import { randomBytes } from 'node:crypto'
import { type MailQueue, sealLoginCode } from '@app/mail'
import type { UserStore } from '@app/session'
import { codeLife, type LoginCodeStore } from '../models/login-code'
import { codeDigest, newCode } from './code-digest'

type Deps = {
  codes: Pick<LoginCodeStore, 'issue' | 'isCurrent'>
  users: Pick<UserStore, 'exists'>
  mail: Pick<MailQueue, 'sendLoginCode'>
  pepper: string
  sealKey: Buffer
  adminEmails: readonly string[]
  allowUnknown: boolean
  now?: () => number
}

/**
 * Issues a code and returns the challenge that binds it to the asking browser. Every address costs the same work and
 * gets the same answer; only known ones get a mail, and nobody waits for it.
 *
 * @param pending the challenge that the browser already holds; it stays when no new code is due yet
 */
export const issueCode =
  ({ codes, users, mail, pepper, sealKey, adminEmails, allowUnknown, now = Date.now }: Deps) =>
  async (
    email: string,
    { pending, requestId }: { pending: string | undefined; requestId: string },
  ): Promise<string> => {
    const challengeId = randomBytes(24).toString('base64url')
    const code = newCode()
    const [known, issued, stillCurrent] = await Promise.all([
      users.exists(email),
      codes.issue(email, { id: challengeId, digest: codeDigest(pepper, challengeId, email, code) }),
      codes.isCurrent(email, pending ?? ''),
    ])
    if (!issued) return pending && stillCurrent ? pending : challengeId
    if (known || allowUnknown || adminEmails.includes(email)) {
      const sealed = sealLoginCode(sealKey, challengeId, { to: email, code })
      void mail.sendLoginCode({ challengeId, sealed, expiresAt: new Date(now() + codeLife).toISOString(), requestId })
    }
    return challengeId
  }
