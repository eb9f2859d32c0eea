import { AppError } from '@app/contracts/errors'
import type { CurrentUser } from '@app/contracts/users'
import { atom } from 'jotai'
import { logFailure } from '#lib/log'
import { tellTabs } from './session-channel'
import { endSession, fetchUser } from './sign-in.api'

/** `isPending` until the first answer is in; `failure` when it could not be found out who is there. */
export type UserState = { user: CurrentUser | null; isPending: boolean; isFetching: boolean; failure?: string }

const stateAtom = atom<UserState>({ user: null, isPending: true, isFetching: false })
export const userAtom = atom((get) => get(stateAtom))

/** Asks who is signed in. Resolves with the user, or null. */
export const loadUserAtom = atom(null, async (get, set) => {
  set(stateAtom, { ...get(stateAtom), isFetching: true, failure: undefined })
  try {
    const user = await fetchUser()
    set(stateAtom, { user, isPending: false, isFetching: false })
    return user
  } catch (error) {
    const failure = failureText(error)
    logFailure(failure, error)
    set(stateAtom, { user: null, isPending: false, isFetching: false, failure })
    return null
  }
})

/** Who has just signed in. @throws AppError with a text for people when that cannot be found out */
export async function refetchUser() {
  try {
    const user = await fetchUser()
    if (user) return user
  } catch (error) {
    throw new AppError('internal', failureText(error), undefined, { cause: error })
  }
  throw new AppError('not_signed_in', 'This browser did not keep the session. Please allow cookies for this site.')
}

/** This page is used by `user` from now on. */
export const becomeUserAtom = atom(null, (_get, set, user: CurrentUser) =>
  set(stateAtom, { user, isPending: false, isFetching: false }),
)

/** Nobody is signed in any more, as far as this page goes. */
export const forgetUserAtom = atom(null, (_get, set) =>
  set(stateAtom, { user: null, isPending: false, isFetching: false }),
)

/** Goes where nobody needs to be signed in, once the session is over; the other tabs hear of it. */
export const leaveSiteAtom = atom(null, (_get, set, leave: () => void) => {
  // Busy until we have left: the guard would otherwise ask the person to sign in and come back.
  set(stateAtom, { user: null, isPending: false, isFetching: true })
  tellTabs('signed_out')
  leave()
  set(forgetUserAtom)
})

/** Ends the session; the page forgets its user at once and leaves even if the call fails. */
export const signOutAtom = atom(null, async (_get, set, leave: () => void) => {
  set(stateAtom, { user: null, isPending: false, isFetching: true })
  await endSession().catch((error) => logFailure('Logout failed', error))
  set(leaveSiteAtom, leave)
})

function failureText(error: unknown): string {
  if (!(error instanceof AppError)) return 'Failed to fetch user'
  return error.status ? `Failed to fetch user: API responded with HTTP status ${error.status}` : error.message
}
