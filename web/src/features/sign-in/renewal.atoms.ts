import type { CurrentUser } from '@app/contracts/users'
import { atom } from 'jotai'
import { restartLoginAtom } from './login.atoms'
import { becomeUserAtom, userAtom } from './user.atoms'

type Renewal = { user: CurrentUser; renewed: Promise<boolean>; settle: (renewed: boolean) => void }

const stateAtom = atom<Renewal | null>(null)
/** Whose session has ended under the page that is open, while they are asked to sign in again. */
export const renewalAtom = atom((get) => get(stateAtom)?.user ?? null)

/** Asks to sign in again, once for all calls that wait. Resolves with whether that happened. */
export const renewSessionAtom = atom(null, (get, set): Promise<boolean> => {
  const { user } = get(userAtom)
  const waiting = get(stateAtom)
  if (waiting) return waiting.renewed
  if (!user) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  set(restartLoginAtom, user.email)
  set(stateAtom, { user, renewed: promise, settle: resolve })
  return promise
})

/** Not now: the calls that wait fail, the page stays as it is. */
export const closeRenewalAtom = atom(null, (get, set) => {
  get(stateAtom)?.settle(false)
  set(stateAtom, null)
})

/** Somebody signed in. What waits is theirs only if they are the one it was asked of; for others all begins anew. */
export const finishRenewalAtom = atom(null, (get, set, user: CurrentUser, startAnew: () => void) => {
  const waiting = get(stateAtom)
  if (!waiting) return
  if (user.id !== waiting.user.id) return startAnew()
  set(becomeUserAtom, user)
  set(stateAtom, null)
  waiting.settle(true)
})
