import { seconds } from '@app/contracts/durations'
import * as v from 'valibot'
import { type CallbackMessage, callbackMessage, openCallbackChannel } from './callback-message'
import { keepPendingLogin, type PendingLogin } from './pending-login'

const size = { width: 500, height: 600 }
const closedCheck = seconds(1)
/** A popup seems closed as soon as the provider cuts it off; its message may then still be on the way. */
const grace = seconds(1)

/** Opens an empty popup in the middle of this window: in the click itself, or it is blocked. Null when it was. */
export function openPopup(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - size.width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - size.height) / 2)
  const popup = window.open('', '_blank', `popup,width=${size.width},height=${size.height},left=${left},top=${top}`)
  return popup && !popup.closed ? popup : null
}

/** Sends the popup to the provider, with what its callback page needs should it come back cut off from us. */
export function sendPopup(popup: Window, href: string, pending: PendingLogin) {
  if (popup.closed) return
  keepPendingLogin(pending, popup.sessionStorage)
  popup.location.replace(href)
}

/** The popup was closed, or whoever waited gave up. */
export class Cancelled extends Error {
  override readonly message = 'User cancelled the login process.'
}

/**
 * Waits for the callback page of this very login (`state`). Listens to the popup itself and, for a provider that cuts
 * popups off, to our own origin's channel; whatever else arrives is ignored. @throws Cancelled
 */
export function awaitCallback(popup: Window, state: string | undefined, cancel: AbortSignal): Promise<CallbackMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<CallbackMessage>()
  const channel = openCallbackChannel()
  let leaving: ReturnType<typeof setTimeout> | undefined

  const take = (data: unknown) => {
    const read = v.safeParse(callbackMessage, data)
    if (!read.success || read.output.state !== state) return
    channel.postMessage({ type: 'oauth_received', state })
    resolve(read.output)
  }
  const hear = ({ origin, source, data }: MessageEvent) => {
    if (origin === location.origin && source === popup) take(data)
  }
  const giveUp = () => reject(new Cancelled())
  const watch = setInterval(() => {
    if (popup.closed) leaving ??= setTimeout(giveUp, grace)
  }, closedCheck)

  window.addEventListener('message', hear)
  channel.addEventListener('message', ({ data }) => take(data))
  cancel.addEventListener('abort', giveUp)
  if (cancel.aborted) giveUp()
  return promise.finally(() => {
    clearInterval(watch)
    clearTimeout(leaving)
    window.removeEventListener('message', hear)
    channel.close()
    cancel.removeEventListener('abort', giveUp)
    popup.close()
  })
}
