import { AppError } from '@app/contracts/errors'
import type { CurrentUser } from '@app/contracts/users'
import { atom } from 'jotai'
import { logFailure } from '#lib/log'
import { fetchIsAdmin } from './sign-in.api'
import { forgetUserAtom, loadUserAtom, userAtom } from './user.atoms'

/** Whom a page is for. */
export type Need = 'admin' | 'user'

/** What the guard knows. A check that failed is no refusal: it can be tried again. */
export type Access =
  | { kind: 'checking' | 'anonymous' }
  | { kind: 'failed'; message: string }
  | { kind: 'denied' | 'allowed'; user: CurrentUser }

type Status = 'checking' | 'allowed' | 'denied' | { failure: string }
const statusAtom = atom<Status>('checking')

export const accessAtom = atom((get): Access => {
  const { user, isPending, isFetching, failure } = get(userAtom)
  const status = get(statusAtom)
  if (isPending || (!user && isFetching) || status === 'checking') return { kind: 'checking' }
  if (failure) return { kind: 'failed', message: failure }
  if (!user) return { kind: 'anonymous' }
  return typeof status === 'string' ? { kind: status, user } : { kind: 'failed', message: status.failure }
})

/** Asks who is there, then whether they are an admin; what an admin will need is made ready meanwhile. */
export const checkAccessAtom = atom(null, async (_get, set, need: Need, prepare?: () => Promise<unknown>) => {
  set(statusAtom, 'checking')
  // If this fails, whoever needs it tries again and tells.
  const prepared = prepare?.().catch(() => {})
  if (!(await set(loadUserAtom))) return set(statusAtom, 'denied')
  try {
    const allowed = need === 'user' || (await fetchIsAdmin())
    if (allowed) await prepared
    set(statusAtom, allowed ? 'allowed' : 'denied')
  } catch (error) {
    logFailure('Admin status check failed', error)
    if (error instanceof AppError && error.code === 'not_signed_in') set(forgetUserAtom)
    else set(statusAtom, { failure: error instanceof AppError ? error.message : 'The check failed.' })
  }
})

/** No right is remembered: who comes back is asked anew. */
export const leaveAccessAtom = atom(null, (_get, set) => set(statusAtom, 'checking'))

/** A service refused a call: the right to administer was withdrawn. */
export const denyAccessAtom = atom(null, (_get, set) => set(statusAtom, 'denied'))
