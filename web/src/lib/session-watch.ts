import { AppError } from '@app/contracts/errors'

/** What the page that is open does when a service refuses one of its calls. */
export type SessionWatch = {
  /** The session is over. Resolves with true once the same person has signed in again. */
  signedOut: () => Promise<boolean>
  /** The right to be here was withdrawn. */
  forbidden: () => void
}

let watch: SessionWatch | undefined
let renewals = 0

/** One page watches at a time. Returns how to stop. */
export function watchSession(next: SessionWatch) {
  watch = next
  return () => {
    if (watch === next) watch = undefined
  }
}

/** Makes a call, and makes it once more when its session had ended and the person signed in again. */
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

/** A call that was refused before somebody signed in again, but told so afterwards, does not ask a second time. */
async function renewed() {
  const done = (await watch?.signedOut()) ?? false
  if (done) renewals++
  return done
}
