import { seconds } from '@app/contracts/durations'
import { enteredCode } from '@app/contracts/entered-code'
import { AppError } from '@app/contracts/errors'
import { sendCode, verifyCode } from '@app/contracts/sign-in'
import type { CurrentUser } from '@app/contracts/users'
import { atom } from 'jotai'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import type { SignInReason } from '#lib/session-watch'
import { notifyTabs } from './session-channel'
import { refetchUser } from './user'

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
    const { resendIn } = await callApi(sendCode, { anonymous: true, body: { email } })
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
    await callApi(verifyCode, { anonymous: true, body: { email, otp: code, keep: get(keepAtom) } })
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
