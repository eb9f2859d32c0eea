import { AppError } from '@app/contracts/errors'
import { runCallsIn } from './api'

/** Why the user signs in again: the session has ended, the account was removed, or the call needs a recent sign-in. */
export type SignInReason = 'ended' | 'removed' | 'confirm'

/** Reactions of the open page to a refused call. */
export type SessionWatch = {
  /**
   * The session has ended, or is too old for this call, which `need` names ("This export"). Resolves with true once the same user
   * has signed in again.
   */
  signedOut: (reason: SignInReason, need: string) => Promise<boolean>
  /** The user may not make a call that the page offered: rights may have been withdrawn. */
  forbidden: () => void
}

const reasons = new Map<string, SignInReason>([
  ['not_signed_in', 'ended'],
  ['recent_sign_in_required', 'confirm'],
])

/** True for the answer to a cookie whose account was removed, which only its owner can have. */
export const isOfRemovedAccount = ({ code, cause }: AppError) =>
  code === 'not_signed_in' && (cause as { account?: unknown } | undefined)?.account === 'removed'

let watch: SessionWatch | undefined
let renewals = 0
const needs: string[] = []

/** Names what the next calls are for, in case one needs a recent sign-in. Returns a function that ends it. */
export function nameNeed(need: string) {
  needs.push(need)
  return () => void needs.splice(needs.lastIndexOf(need), 1)
}

export const isWatched = () => watch !== undefined

/** Only one page watches at a time. Returns a function that stops watching. */
export function watchSession(next: SessionWatch) {
  watch = next
  return () => {
    if (watch === next) watch = undefined
  }
}

/** Runs a call, and retries it once if the session had ended and the user signed in again. */
export async function withSession<T>(call: () => Promise<T>, mayRepeat = true): Promise<T> {
  const before = renewals
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'forbidden') watch?.forbidden()
    const reason = isOfRemovedAccount(error) ? 'removed' : reasons.get(error.code)
    if (reason && mayRepeat && (renewals > before || (await renewed(reason)))) return withSession(call, false)
    throw error
  }
}

/** Calls that fail while a renewal is pending share it instead of opening a second one. */
async function renewed(reason: SignInReason) {
  const done = (await watch?.signedOut(reason, needs.at(-1) ?? 'This change')) ?? false
  if (done) renewals++
  return done
}

// From the start: the first calls of a page begin before it watches.
runCallsIn(withSession)
