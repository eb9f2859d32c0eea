import { AppError } from '@app/contracts/errors'
import type { User } from '@app/session'
import { signIns } from '../metrics'

export type SignInLog = { info(details: object, event: string): void }

/** Counts and logs how a sign-in ended: who came in by the id of the user alone, who did not by nothing but the request. */
export const signInAttempt =
  (log: SignInLog) =>
  async (way: 'code' | 'google', requestId: string, prove: () => Promise<User>): Promise<User> => {
    try {
      const user = await prove()
      signIns.add({ way, outcome: 'succeeded' })
      log.info({ requestId, way, userId: user.id }, 'signed in')
      return user
    } catch (error) {
      const outcome = error instanceof AppError && error.status < 500 ? 'refused' : 'failed'
      signIns.add({ way, outcome })
      log.info({ requestId, way, outcome }, 'sign-in not let through')
      throw error
    }
  }

export type SignInAttempt = ReturnType<typeof signInAttempt>
