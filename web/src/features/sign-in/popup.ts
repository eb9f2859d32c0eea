import { seconds } from '@app/contracts/durations'
import * as v from 'valibot'

const type = v.literal('oauth_callback')
const state = v.optional(v.pipe(v.string(), v.maxLength(512)))

/** Message from the callback page to its opener: a code or an error text, never both. */
const callbackMessage = v.union([
  v.strictObject({ type, code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2_048)), state }),
  v.strictObject({ type, error: v.pipe(v.string(), v.nonEmpty()), state }),
])
export type CallbackMessage = v.InferOutput<typeof callbackMessage>

/** The opener's acknowledgement. */
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
export function sendPopup(popup: Window, href: string, pending: PendingLogin) {
  if (popup.closed) return
  keepPendingLogin(pending, popup.sessionStorage)
  popup.location.replace(href)
}

/** The popup was closed, or the login was canceled. */
export class Canceled extends Error {
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
