import { AppError } from '@app/contracts/errors'
import { beginGoogle, finishGoogle, signInProviders } from '@app/contracts/sign-in'
import type { CurrentUser } from '@app/contracts/users'
import { atom } from 'jotai'
import { callApi } from '#lib/call-api'
import { logFailure } from './log-failure'
import { changeLoginAtom, finishLoginAtom, keepAtom, loginAtom, loginText } from './login.atoms'
import { awaitCallback, Canceled, keepPendingLogin, openPopup, sendPopup } from './popup'

export const googleFailed = 'Google login failed. Please try again.'
const popupFailed = 'Failed to open popup window.'

const offersAtom = atom<boolean | null>(null)
/** True if sign-in with Google is offered; null until loaded. */
export const offersGoogleAtom = atom((get) => get(offersAtom))
export const loadOffersAtom = atom(null, async (get, set) => {
  if (get(offersAtom) !== null) return
  try {
    set(offersAtom, (await callApi(signInProviders)).google)
  } catch (error) {
    logFailure('Login providers could not be loaded', error)
    set(offersAtom, false)
  }
})

const cancelAtom = atom(new AbortController())

/** Gives up waiting for the popup. */
export const cancelGoogleAtom = atom(null, (get) => get(cancelAtom).abort(new Canceled()))

/** Signs in through the popup. To be called in the click itself. Resolves with the user, or null. */
export const signInWithGoogleAtom = atom(null, async (get, set, returnUrl: string): Promise<CurrentUser | null> => {
  if (get(loginAtom).busy) return null
  const popup = openPopup()
  if (!popup) {
    set(changeLoginAtom, { error: popupFailed, popupBlocked: true })
    return null
  }
  const cancel = new AbortController()
  set(cancelAtom, cancel)
  set(changeLoginAtom, { busy: 'google_popup', error: '', popupBlocked: false })
  try {
    const { href, state } = await redirect(cancel.signal)
    sendPopup(popup, href, { state, returnUrl, sameTab: false, keep: get(keepAtom) })
    const told = await awaitCallback(popup, state, cancel.signal)
    if ('error' in told) throw new Refused(told.error)
    await exchange(told.code, told.state, get(keepAtom))
    return await set(finishLoginAtom)
  } catch (error) {
    popup.close()
    const email = unprovenAddress(error)
    set(changeLoginAtom, { busy: null, error: textOf(error), ...(email && { step: 'code', code: '', email }) })
    return null
  }
})

/** Signs in through this tab, for browsers that show no popup. Leaves the page. */
export const leaveForGoogleAtom = atom(
  null,
  async (get, set, returnUrl: string, leave: (href: string) => void = (href) => location.assign(href)) => {
    if (get(loginAtom).busy) return
    set(changeLoginAtom, { busy: 'google_tab', error: '', popupBlocked: false })
    try {
      const { href, state } = await redirect()
      keepPendingLogin({ state, returnUrl, sameTab: true, keep: get(keepAtom) })
      // The back button may restore this document as it was left.
      window.addEventListener('pageshow', () => set(changeLoginAtom, { busy: null }), { once: true })
      leave(href)
    } catch (error) {
      set(changeLoginAtom, { busy: null, error: textOf(error), popupBlocked: true })
    }
  },
)

/** The provider said no; its text is for people. */
class Refused extends Error {}

async function redirect(signal?: AbortSignal) {
  try {
    const { redirectUrl } = await callApi(beginGoogle, { query: { originUrl: location.origin }, signal })
    const url = new URL(redirectUrl)
    if (!/^https?:$/.test(url.protocol)) throw new Error(`The provider is at ${url.protocol}`)
    return { href: url.href, state: url.searchParams.get('state') ?? undefined }
  } catch (error) {
    if (!(error instanceof AppError) || !error.status || error.code === 'too_many_requests') throw error
    const text = `Failed to get login redirect URL: API responded with HTTP status ${error.status}`
    throw new AppError('internal', text, undefined, { cause: error })
  }
}

/** Trades the code for a session. What went wrong is logged; people get to read what helps them. */
export async function exchange(code: string, state: string | undefined, keep: boolean | undefined) {
  try {
    await callApi(finishGoogle, { anonymous: true, body: { code, state, keep } })
  } catch (error) {
    const status = error instanceof AppError ? error.status : 0
    logFailure(`Failed to exchange code for session token: API responded with HTTP status ${status}`, error)
    throw status >= 500 || status === 404 ? new Error('exchange failed', { cause: error }) : error
  }
}

/** The address that a code must prove before the provider's account is linked; the code has been mailed. */
function unprovenAddress(error: unknown): string | undefined {
  if (!(error instanceof AppError) || error.code !== 'address_unproven') return undefined
  const body = error.cause as { email?: unknown } | undefined
  return typeof body?.email === 'string' ? body.email : undefined
}

const textOf = (error: unknown) =>
  error instanceof Canceled || error instanceof Refused ? error.message : loginText(error, googleFailed)
