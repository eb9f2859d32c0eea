import type { CurrentUser } from '@app/contracts/users'
import { atom } from 'jotai'
import type { SignInReason } from '#lib/session-watch'
import { restartLoginAtom } from './login.atoms'

type Renewal = {
  user: CurrentUser
  reason: SignInReason
  /** The work that needs a recent sign-in, where that is the reason. */
  need: string
  renewed: Promise<boolean>
  settle: (renewed: boolean) => void
}

/** The sign-in that an open page waits for, while its dialog is shown. */
export const renewalAtom = atom<Renewal | null>(null)

/** Opens the sign-in dialog once for all waiting calls. Resolves with whether the user signed in. */
export const renewSessionAtom = atom(
  null,
  (get, set, user: CurrentUser, reason: SignInReason, need: string): Promise<boolean> => {
    const waiting = get(renewalAtom)
    if (waiting) return waiting.renewed
    const { promise, resolve } = Promise.withResolvers<boolean>()
    set(restartLoginAtom, user.email)
    set(renewalAtom, { user, reason, need, renewed: promise, settle: resolve })
    return promise
  },
)

/** Dismisses the dialog: waiting calls fail, the page stays as it is. */
export const closeRenewalAtom = atom(null, (get, set) => {
  get(renewalAtom)?.settle(false)
  set(renewalAtom, null)
})

/** A user signed in. Waiting calls are retried only for the same user; for another one the page reloads. */
export const finishRenewalAtom = atom(null, (get, set, user: CurrentUser, startAnew: () => void) => {
  const waiting = get(renewalAtom)
  if (!waiting) return
  if (user.id !== waiting.user.id) return startAnew()
  set(renewalAtom, null)
  waiting.settle(true)
})
