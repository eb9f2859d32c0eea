import type { CurrentUser } from '@app/contracts/users'
import { atom } from 'jotai'
import { isCanceled, supportsPasskeys } from '#lib/passkeys'
import { keepAtom } from './keep.atoms'
import { logFailure } from './log-failure'
import { changeLoginAtom, finishLoginAtom, loginAtom } from './login.atoms'
import { loginText } from './login-text'
import { signInWithPasskey, supportsAutofill } from './sign-in-with-passkey'

const passkeyFailed = 'Sign-in with a passkey failed. Please try again.'

/** Signs in after a click. Resolves with the user, or null when it was canceled or refused. */
export const signInWithPasskeyAtom = atom(null, async (get, set): Promise<CurrentUser | null> => {
  if (get(loginAtom).busy) return null
  set(changeLoginAtom, { busy: 'passkey', error: '', popupBlocked: false })
  try {
    await signInWithPasskey(() => get(keepAtom))
    return await set(finishLoginAtom)
  } catch (error) {
    set(changeLoginAtom, { busy: null, error: isCanceled(error) ? '' : loginText(error, passkeyFailed) })
    return null
  }
})

/** Offers passkeys in the email field. Failures are only logged, since the visitor did not request it. */
export const offerPasskeysAtom = atom(null, async (get, set): Promise<CurrentUser | null> => {
  try {
    if (!supportsPasskeys() || !(await supportsAutofill())) return null
    await signInWithPasskey(() => get(keepAtom), { autofill: true })
    return await set(finishLoginAtom)
  } catch (error) {
    if (!isCanceled(error)) logFailure('Passkeys could not be offered', error)
    return null
  }
})
