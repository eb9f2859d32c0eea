import type { CurrentUser } from '@app/contracts/users'
import { atom } from 'jotai'
import type { SignInReason } from '#lib/session-watch'
import { restartLoginAtom } from './login.atoms'

type Renewal = {
  user: CurrentUser
  reason: SignInReason
  need: string
  renewed: Promise<boolean>
  settle: (renewed: boolean) => void
}

const stateAtom = atom<Renewal | null>(null)
/** The user whose session ended under an open page, while the sign-in dialog is shown. */
export const renewalAtom = atom((get) => get(stateAtom)?.user ?? null)
export const isAccountRemovedAtom = atom((get) => get(stateAtom)?.reason === 'removed')
/** The work that needs a recent sign-in; undefined where the session has ended. */
export const renewalNeedAtom = atom((get) => {
  const { reason, need } = get(stateAtom) ?? {}
  return reason === 'confirm' ? need : undefined
})

/** Opens the sign-in dialog once for all waiting calls. Resolves with whether the user signed in. */
export const renewSessionAtom = atom(
  null,
  (get, set, user: CurrentUser, reason: SignInReason, need: string): Promise<boolean> => {
    const waiting = get(stateAtom)
    if (waiting) return waiting.renewed
    const { promise, resolve } = Promise.withResolvers<boolean>()
    set(restartLoginAtom, user.email)
    set(stateAtom, { user, reason, need, renewed: promise, settle: resolve })
    return promise
  },
)

/** Dismisses the dialog: waiting calls fail, the page stays as it is. */
export const closeRenewalAtom = atom(null, (get, set) => {
  get(stateAtom)?.settle(false)
  set(stateAtom, null)
})

/** A user signed in. Waiting calls are retried only for the same user; for another one the page reloads. */
export const finishRenewalAtom = atom(null, (get, set, user: CurrentUser, startAnew: () => void) => {
  const waiting = get(stateAtom)
  if (!waiting) return
  if (user.id !== waiting.user.id) return startAnew()
  set(stateAtom, null)
  waiting.settle(true)
})
