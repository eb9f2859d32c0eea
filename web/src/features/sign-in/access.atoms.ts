import { AppError } from '@app/contracts/errors'
import type { AdminStatus, CurrentUser } from '@app/contracts/users'
import { atom } from 'jotai'
import { logFailure } from '#lib/log'
import { fetchStatus } from './sign-in.api'
import { becomeUserAtom, forgetUserAtom, loadUserAtom, userAtom } from './user.atoms'

/** Who may open a page. */
export type Need = 'admin' | 'user'

/** Result of the access check. A failed check is not a refusal: it can be retried. */
export type Access =
  | { kind: 'checking' | 'anonymous' }
  | { kind: 'failed'; message: string }
  | { kind: 'denied' | 'allowed'; user: CurrentUser }

type Status = 'checking' | 'allowed' | 'denied' | { failure: string }
const statusAtom = atom<Status>('checking')
const needAtom = atom<Need>('admin')

/** Admins and staff enter the dashboard. */
const mayEnter = ({ isAdmin, role }: AdminStatus) => isAdmin || role === 'staff'

export const accessAtom = atom((get): Access => {
  const { user, isPending, isFetching, failure } = get(userAtom)
  const status = get(statusAtom)
  if (isPending || (!user && isFetching) || status === 'checking') return { kind: 'checking' }
  if (failure) return { kind: 'failed', message: failure }
  if (!user) return { kind: 'anonymous' }
  return typeof status === 'string' ? { kind: status, user } : { kind: 'failed', message: status.failure }
})

/** Loads the user, then the admin status; `prepare` runs at the same time. */
export const checkAccessAtom = atom(null, async (_get, set, need: Need, prepare?: () => Promise<unknown>) => {
  set(needAtom, need)
  set(statusAtom, 'checking')
  // A failure is reported when the chunk is rendered.
  const prepared = prepare?.().catch(() => {})
  if (!(await set(loadUserAtom))) return set(statusAtom, 'denied')
  try {
    const allowed = need === 'user' || mayEnter(await fetchStatus())
    if (allowed) await prepared
    set(statusAtom, allowed ? 'allowed' : 'denied')
  } catch (error) {
    logFailure('Admin status check failed', error)
    if (error instanceof AppError && error.code === 'not_signed_in') set(forgetUserAtom)
    else set(statusAtom, { failure: error instanceof AppError ? error.message : 'The check failed.' })
  }
})

/** Access is not cached: every guarded page checks again. */
export const leaveAccessAtom = atom(null, (_get, set) => set(statusAtom, 'checking'))

/**
 * A service refused a call: the rights are read again, and who may no longer enter the dashboard leaves it. Otherwise the
 * page stays, and the call that was refused says so where it was made.
 */
export const refreshAccessAtom = atom(null, async (get, set) => {
  if (get(needAtom) === 'user') return
  try {
    const status = await fetchStatus()
    const { user } = get(userAtom)
    if (!mayEnter(status)) set(statusAtom, 'denied')
    else if (user) set(becomeUserAtom, { ...user, role: status.role, rights: status.tables, exports: status.exports })
  } catch (error) {
    logFailure('The rights could not be read again', error)
  }
})
