import { type Audit, auditActor } from '@app/audit'
import { hours } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { User } from '@app/session'
import { signIns } from './metrics'

type SignInMethod = 'code' | 'google' | 'passkey'

type Deps = {
  log: { info(details: object, event: string): void }
  audit: Pick<Audit, 'add'>
  /** The user with this address, if there is one. */
  userOf: (email: string) => Promise<{ id: string; email: string } | undefined>
  now?: () => number
}
type Attempt = { method: SignInMethod; requestId: string; email?: string | undefined }

const disabled = () => new AppError('forbidden', 'This account is disabled. Please ask an administrator of the school.')

/**
 * Counts and records the outcome of a sign-in. The log has a success by user id only and a refusal by request id only; the
 * audit has what concerns a known user. A refusal is noted behind its answer, which takes as long for a stranger.
 *
 * Anyone can fail to sign in as anyone, so a refusal has no actor, and there is one entry an hour for each address.
 */
export const signInAttempt = ({ log, audit, userOf, now = Date.now }: Deps) => {
  async function noteRefusal({ method, requestId, email }: Attempt, known?: User): Promise<void> {
    const user = known ?? (email === undefined ? undefined : await userOf(email))
    if (!user) return
    await audit.add({
      actor: null,
      action: 'sign-in-refused',
      about: { method, person: user.email, request: requestId },
      ref: `sign-in-refused/${user.id}/${Math.floor(now() / hours(1))}`,
    })
  }

  return async (attempt: Attempt, prove: () => Promise<User>): Promise<User> => {
    const { method, requestId } = attempt
    let user: User | undefined
    try {
      user = await prove()
      if (user.disabled) throw disabled()
      signIns.add({ method, outcome: 'succeeded' })
      log.info({ requestId, method, userId: user.id }, 'signed in')
      await audit.add({ actor: auditActor(user, requestId), action: 'sign-in', about: { method } })
      return user
    } catch (error) {
      const outcome = error instanceof AppError && error.status < 500 ? 'refused' : 'failed'
      signIns.add({ method, outcome })
      log.info({ requestId, method, outcome }, 'sign-in refused')
      if (outcome === 'refused')
        noteRefusal(attempt, user).catch((err) => log.info({ requestId, err }, 'refusal not in the audit'))
      throw error
    }
  }
}
