import { seconds } from '@app/contracts/durations'
import { enteredCode } from '@app/contracts/entered-code'
import { AppError } from '@app/contracts/errors'
import { beginPasskeySignIn, finishPasskeySignIn } from '@app/contracts/passkeys'
import type { CurrentUser } from '@app/contracts/users'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { atom } from 'jotai'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { credentialFrom, isCanceled, loadWebAuthn, supportsPasskeys } from '#lib/passkeys'
import { logFailure } from './log-failure'
import { notifyTabs } from './session-channel'
import { refetchUser, requestCode, verifyCode } from './user'

/** True if the next session lasts the day; undefined until asked, so that a renewed session stays as it was. */
export const keepAtom = atom<boolean | undefined>(undefined)

/** Why a sign-in failed: `fallback` also when the server's response could not be read, whatever its status. */
export const loginText = (error: unknown, fallback: string) =>
  error instanceof AppError && error.code === 'unreadable_answer' ? fallback : failureText(error, fallback)

const sendFailed = 'Failed to send OTP. Please check your email and try again.'
const verifyFailed = 'Invalid OTP. Please check and try again.'

export type Login = {
  step: 'email' | 'code'
  email: string
  code: string
  /** The login call that is running; it disables all login buttons. */
  busy: 'send' | 'verify' | 'google_popup' | 'google_tab' | 'passkey' | null
  error: string
  popupBlocked: boolean
  /** When the next code may be requested, in milliseconds since 1970. */
  resendAt: number
  codesSent: number
}
const start: Login = {
  step: 'email',
  email: '',
  code: '',
  busy: null,
  error: '',
  popupBlocked: false,
  resendAt: 0,
  codesSent: 0,
}

const stateAtom = atom(start)
export const loginAtom = atom((get) => get(stateAtom))

export const changeLoginAtom = atom(null, (get, set, change: Partial<Login>) =>
  set(stateAtom, { ...get(stateAtom), ...change }),
)

export const typeEmailAtom = atom(null, (_get, set, email: string) => set(changeLoginAtom, { email }))

/** Codes may be pasted with spaces, which are dropped. */
export const typeCodeAtom = atom(null, (_get, set, text: string) =>
  set(changeLoginAtom, { code: enteredCode(text).slice(0, 6) }),
)

/** Returns to step 1: with an empty address after "Use a different email", with the known one after a session ended. */
export const restartLoginAtom = atom(null, (_get, set, email: string) => set(stateAtom, { ...start, email }))

/** Requests a code; only the latest works. Resolves with whether the request succeeded. */
export const sendCodeAtom = atom(null, async (get, set) => {
  const { busy, codesSent, ...state } = get(stateAtom)
  const email = state.email.trim()
  if (busy || !email) return false
  set(changeLoginAtom, { email, busy: 'send', error: '', popupBlocked: false })
  try {
    const { resendIn } = await requestCode(email)
    const resendAt = Date.now() + seconds(resendIn)
    set(changeLoginAtom, { step: 'code', code: '', busy: null, resendAt, codesSent: codesSent + 1 })
    return true
  } catch (error) {
    set(changeLoginAtom, { busy: null, error: loginText(error, sendFailed) })
    return false
  }
})

/** Resolves with the user, or null when the code was refused. */
export const redeemCodeAtom = atom(null, async (get, set): Promise<CurrentUser | null> => {
  const { busy, email, code } = get(stateAtom)
  if (busy || !code) return null
  set(changeLoginAtom, { busy: 'verify', error: '' })
  try {
    await verifyCode(email, code, get(keepAtom))
    return await set(finishLoginAtom)
  } catch (error) {
    set(changeLoginAtom, { busy: null, error: loginText(error, verifyFailed) })
    return null
  }
})

/** Loads the user of the new session and notifies the other tabs. */
export const finishLoginAtom = atom(null, async (_get, set) => {
  const user = await refetchUser()
  set(restartLoginAtom, '')
  notifyTabs('signed_in')
  return user
})

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
