import { AppError } from '@app/contracts/errors'

/** How the open page reacts when a service refuses one of its calls. */
export type SessionWatch = {
  /** The session has ended. Resolves with true once the same user has signed in again. */
  signedOut: () => Promise<boolean>
  /** The user no longer has access. */
  forbidden: () => void
}

let watch: SessionWatch | undefined
let renewals = 0

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
    if (error.code === 'not_signed_in' && mayRepeat && (renewals > before || (await renewed())))
      return withSession(call, false)
    throw error
  }
}

/** Calls that fail while a renewal is pending share it instead of opening a second one. */
async function renewed() {
  const done = (await watch?.signedOut()) ?? false
  if (done) renewals++
  return done
}
