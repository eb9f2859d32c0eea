import { beginPasskeySignIn, finishPasskeySignIn } from '@app/contracts/passkeys'
import type { CurrentUser } from '@app/contracts/users'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { atom } from 'jotai'
import { callApi } from '#lib/call-api'
import { credentialFrom, isCanceled, loadWebAuthn, supportsPasskeys } from '#lib/passkeys'
import { logFailure } from './log-failure'
import { changeLoginAtom, finishLoginAtom, keepAtom, loginAtom, loginText } from './login.atoms'

/**
 * Signs in with a passkey. With `autofill` the browser offers passkeys in the email field and the promise may stay pending;
 * a later call aborts it. `keep` is read once a passkey was chosen.
 */
async function signInWithPasskey(keep: () => boolean | undefined, { autofill = false } = {}): Promise<void> {
  const { startAuthentication } = await loadWebAuthn()
  const options = await callApi(beginPasskeySignIn, { anonymous: true })
  const made = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
  })
  await callApi(finishPasskeySignIn, { anonymous: true, body: { response: credentialFrom(made), keep: keep() } })
}

/** True if the browser can offer passkeys in a field. */
async function supportsAutofill(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await loadWebAuthn()
  return browserSupportsWebAuthnAutofill()
}

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
