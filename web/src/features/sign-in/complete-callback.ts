import { seconds } from '@app/contracts/durations'
import * as v from 'valibot'
import { failureText } from '#lib/failure-text'
import { paths } from '#lib/paths'
import { type CallbackMessage, openCallbackChannel, receipt } from './callback-message'
import { exchange, googleFailed } from './google.atoms'
import { takePendingLogin } from './pending-login'
import { safeReturnUrl } from './return-url'
import { tellTabs } from './session-channel'

const nothingCame = 'No OAuth code or error found in URL parameters'
const refused = 'OAuth authorization failed'
const expired = 'This sign-in has expired or was used already. Please try again.'
const longestText = 300
/** As long as a page that waits needs to say so, with room for a slow machine. */
const receiptPatience = seconds(1.5)

export type CallbackOutcome =
  /** The page that waits has it; this window has nothing more to do. */
  | { kind: 'told' }
  /** Signed in by this page itself. */
  | { kind: 'signed_in'; returnUrl: string }
  | { kind: 'failed'; message: string }

/** Reads the address that the provider sent people back to: a message for whoever waits, or null. */
export function readCallback(search: URLSearchParams): CallbackMessage | null {
  const type = 'oauth_callback'
  const code = search.get('code')
  const state = search.get('state') ?? undefined
  if (search.has('error')) {
    const text = search.get('error_description')?.trim().slice(0, longestText)
    return { type, error: text || refused, state }
  }
  return code ? { type, code, state } : null
}

/** Hands the message to the page that waits for it, or finishes the login here when there is none. */
export async function completeCallback(message: CallbackMessage | null): Promise<CallbackOutcome> {
  const pending = takePendingLogin()
  if (!message) return { kind: 'failed', message: nothingCame }
  if (!pending?.sameTab && (await isReceived(message))) return { kind: 'told' }
  if ('error' in message) return { kind: 'failed', message: message.error }
  // Without this a stranger's link could use up a login that somebody has just begun.
  if (!pending || pending.state !== message.state) return { kind: 'failed', message: expired }
  try {
    await exchange(message.code, message.state)
    tellTabs('signed_in')
    return { kind: 'signed_in', returnUrl: safeReturnUrl(pending.returnUrl, location.origin) }
  } catch (error) {
    return { kind: 'failed', message: failureText(error, googleFailed) }
  }
}

/** Tells the opener and, should the provider have cut it off, everyone of our own origin. */
async function isReceived(message: CallbackMessage): Promise<boolean> {
  const channel = openCallbackChannel()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  channel.addEventListener('message', ({ data }) => {
    const read = v.safeParse(receipt, data)
    if (read.success && read.output.state === message.state) resolve(true)
  })
  const opener: Window | null = window.opener
  opener?.postMessage(message, location.origin)
  channel.postMessage(message)
  const timer = setTimeout(resolve, receiptPatience, false)
  return promise.finally(() => {
    clearTimeout(timer)
    channel.close()
  })
}

/** Takes code and state out of the address bar and the history. */
export const cleanAddress = () => history.replaceState(null, '', paths.callback)
