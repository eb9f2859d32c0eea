import { AppError } from '@app/contracts/errors'
import type { User } from '@app/session'
import { signIns } from '../metrics'

export type SignInLog = { info(details: object, event: string): void }
export type SignInMethod = 'code' | 'google' | 'passkey'

const disabled = () => new AppError('forbidden', 'This account is disabled. Please ask an administrator of the school.')

/** Counts and logs the outcome of a sign-in: a success by user id only, a refusal by request id only. Refuses disabled users. */
export const signInAttempt =
  (log: SignInLog) =>
  async (method: SignInMethod, requestId: string, prove: () => Promise<User>): Promise<User> => {
    try {
      const user = await prove()
      if (user.disabled) throw disabled()
      signIns.add({ method, outcome: 'succeeded' })
      log.info({ requestId, method, userId: user.id }, 'signed in')
      return user
    } catch (error) {
      const outcome = error instanceof AppError && error.status < 500 ? 'refused' : 'failed'
      signIns.add({ method, outcome })
      log.info({ requestId, method, outcome }, 'sign-in refused')
      throw error
    }
  }

export type SignInAttempt = ReturnType<typeof signInAttempt>
