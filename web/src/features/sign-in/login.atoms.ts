import { AppError } from '@app/contracts/errors'
import { atom } from 'jotai'
import { requestCode, verifyCode } from './sign-in.api'
import { loadUserAtom, userAtom } from './user.atoms'

const sendFailed = 'Failed to send OTP. Please check your email and try again.'
const verifyFailed = 'Invalid OTP. Please check and try again.'

type Login = { step: 'email' | 'code'; email: string; code: string; busy: boolean; error: string }
const start: Login = { step: 'email', email: '', code: '', busy: false, error: '' }

const stateAtom = atom(start)
export const loginAtom = atom((get) => get(stateAtom))

export const typeEmailAtom = atom(null, (get, set, email: string) => set(stateAtom, { ...get(stateAtom), email }))

/** Codes are pasted with spaces; none belongs to the code. */
export const typeCodeAtom = atom(null, (get, set, text: string) =>
  set(stateAtom, { ...get(stateAtom), code: text.replace(/\s/g, '').slice(0, 6) }),
)

/** Use a different email. */
export const restartLoginAtom = atom(null, (_get, set) => set(stateAtom, start))

export const sendCodeAtom = atom(null, async (get, set) => {
  const state = get(stateAtom)
  const email = state.email.trim()
  if (state.busy || !email) return
  set(stateAtom, { ...state, email, busy: true, error: '' })
  try {
    await requestCode(email)
    set(stateAtom, { ...start, step: 'code', email })
  } catch (error) {
    set(stateAtom, { ...get(stateAtom), busy: false, error: textOf(error, sendFailed) })
  }
})

/** Resolves with true once the code was taken and the user is known. */
export const redeemCodeAtom = atom(null, async (get, set) => {
  const state = get(stateAtom)
  if (state.busy || !state.code) return false
  set(stateAtom, { ...state, busy: true, error: '' })
  try {
    await verifyCode(state.email, state.code)
    const user = await set(loadUserAtom)
    if (!user) throw new AppError('internal', get(userAtom).failure ?? verifyFailed)
    set(stateAtom, start)
    return true
  } catch (error) {
    set(stateAtom, { ...get(stateAtom), busy: false, error: textOf(error, verifyFailed) })
    return false
  }
})

/** The server's own words where there are any. */
const textOf = (error: unknown, fallback: string) =>
  error instanceof AppError && error.code !== 'unreadable_answer' ? error.message : fallback
