import { AppError } from '@app/contracts/errors'
import type { CurrentUser } from '@app/contracts/users'
import { atom } from 'jotai'
import { logFailure } from '#lib/log'
import { notifyTabs } from './session-channel'
import { endSession, fetchUser } from './sign-in.api'

/** `isPending` until the first answer; `failure` when the user could not be loaded. */
export type UserState = { user: CurrentUser | null; isPending: boolean; isFetching: boolean; failure?: string }

const stateAtom = atom<UserState>({ user: null, isPending: true, isFetching: false })
export const userAtom = atom((get) => get(stateAtom))

/** Loads the signed-in user. Resolves with null when there is none. */
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

/** Loads the user after a login. @throws AppError with a user-facing text when that fails */
export async function refetchUser() {
  try {
    const user = await fetchUser()
    if (user) return user
  } catch (error) {
    throw new AppError('internal', failureText(error), undefined, { cause: error })
  }
  throw new AppError(
    'not_signed_in',
    'This browser did not store the session cookie. Please allow cookies for this site.',
  )
}

/** Sets the signed-in user. */
export const becomeUserAtom = atom(null, (_get, set, user: CurrentUser) =>
  set(stateAtom, { user, isPending: false, isFetching: false }),
)

/** Clears the signed-in user of this page. */
export const forgetUserAtom = atom(null, (_get, set) =>
  set(stateAtom, { user: null, isPending: false, isFetching: false }),
)

/** Leaves for a public page after the session ended, and notifies the other tabs. */
export const leaveSiteAtom = atom(null, (_get, set, leave: () => void) => {
  // Stays busy until the page has changed; otherwise the guard would redirect to the login with a return URL.
  set(stateAtom, { user: null, isPending: false, isFetching: true })
  notifyTabs('signed_out')
  leave()
  set(forgetUserAtom)
})

/** Ends the session. The page clears its user at once and leaves even if the call fails. */
export const signOutAtom = atom(null, async (_get, set, leave: () => void) => {
  set(stateAtom, { user: null, isPending: false, isFetching: true })
  await endSession().catch((error) => logFailure('Logout failed', error))
  set(leaveSiteAtom, leave)
})

function failureText(error: unknown): string {
  if (!(error instanceof AppError)) return 'Failed to fetch user'
  return error.status ? `Failed to fetch user: API responded with HTTP status ${error.status}` : error.message
}
