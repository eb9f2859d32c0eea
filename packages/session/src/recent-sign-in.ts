import { minutes } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { Identity } from './identity'

/** The time after a sign-in in which a person may change rights and other things that need a fresh proof. */
const recentFor = minutes(15)

/** @throws AppError `recent_sign_in_required` when the sign-in is too old; the browser then requests a code or passkey */
export function requireRecentSignIn({ signedInAt }: Pick<Identity, 'signedInAt'>, now = Date.now()): void {
  if (now - signedInAt.getTime() <= recentFor) return
  throw new AppError('recent_sign_in_required', 'Please confirm that it is you, then try again.')
}
