import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { beginGoogle, finishGoogle, signInProviders } from '@app/contracts/sign-in'
import type { CurrentUser } from '@app/contracts/users'
import { atom } from 'jotai'
import * as v from 'valibot'
import { callApi } from '#lib/call-api'
import { logFailure } from '#lib/failure-text'
import { changeLoginAtom, finishLoginAtom, keepAtom, loginAtom, loginText } from './login.atoms'

const type = v.literal('oauth_callback')
const state = v.optional(v.pipe(v.string(), v.maxLength(512)))

/** Message from the callback page to its opener: a code or an error text, never both. */
const callbackMessage = v.union([
  v.strictObject({ type, code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2_048)), state }),
  v.strictObject({ type, error: v.pipe(v.string(), v.nonEmpty()), state }),
])
export type CallbackMessage = v.InferOutput<typeof callbackMessage>

export const receipt = v.strictObject({ type: v.literal('oauth_received'), state })

/** Reaches the opener when the provider's opener policy has severed the popup. */
export const openCallbackChannel = () => new BroadcastChannel('oauth_callback')

const pendingKey = 'pending_login'
const pendingLogin = v.object({
  state: v.optional(v.string()),
  returnUrl: v.string(),
  sameTab: v.boolean(),
  keep: v.optional(v.boolean()),
})

/** A login that continues at the provider: its state, its return URL, whether it left this tab, and how long the session is kept. */
type PendingLogin = v.InferOutput<typeof pendingLogin>

export const keepPendingLogin = (pending: PendingLogin, storage = sessionStorage) =>
  storage.setItem(pendingKey, JSON.stringify(pending))

/** Removed when read: it belongs to a single redirect. */
export function takePendingLogin(): PendingLogin | undefined {
  const text = sessionStorage.getItem(pendingKey)
  sessionStorage.removeItem(pendingKey)
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), pendingLogin), text)
  return read.success ? read.output : undefined
}

const size = { width: 500, height: 600 }
const closedCheck = seconds(1)
/** A severed popup reports `closed` although its message may still arrive. */
const grace = seconds(1)

/** Opens an empty, centered popup. It must run inside the click, or browsers block it; null when blocked. */
export function openPopup(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - size.width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - size.height) / 2)
  const popup = window.open('', '_blank', `popup,width=${size.width},height=${size.height},left=${left},top=${top}`)
  return popup && !popup.closed ? popup : null
}

/** Navigates the popup to the provider. `pending` lets its callback page finish alone if the popup gets severed. */
function sendPopup(popup: Window, href: string, pending: PendingLogin) {
  if (popup.closed) return
  keepPendingLogin(pending, popup.sessionStorage)
  popup.location.replace(href)
}

/** The popup was closed, or the login was canceled. */
class Canceled extends Error {
  override readonly message = 'User cancelled the login process.'
}

/**
 * Waits for the callback page with this `state`. Accepts messages from the popup and, for providers that sever popups,
 * from the channel of our origin; ignores everything else. @throws Canceled
 */
export function awaitCallback(popup: Window, state: string | undefined, cancel: AbortSignal): Promise<CallbackMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<CallbackMessage>()
  const channel = openCallbackChannel()
  let closing: ReturnType<typeof setTimeout> | undefined

  const take = (data: unknown) => {
    const read = v.safeParse(callbackMessage, data)
    if (!read.success || read.output.state !== state) return
    channel.postMessage({ type: 'oauth_received', state })
    resolve(read.output)
  }
  const onMessage = ({ origin, source, data }: MessageEvent) => {
    if (origin === location.origin && source === popup) take(data)
  }
  const giveUp = () => reject(new Canceled())
  const watch = setInterval(() => {
    if (popup.closed) closing ??= setTimeout(giveUp, grace)
  }, closedCheck)

  window.addEventListener('message', onMessage)
  channel.addEventListener('message', ({ data }) => take(data))
  cancel.addEventListener('abort', giveUp)
  if (cancel.aborted) giveUp()
  return promise.finally(() => {
    clearInterval(watch)
    clearTimeout(closing)
    window.removeEventListener('message', onMessage)
    channel.close()
    cancel.removeEventListener('abort', giveUp)
    popup.close()
  })
}

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
