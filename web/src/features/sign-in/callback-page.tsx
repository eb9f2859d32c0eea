import { seconds } from '@app/contracts/durations'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { paths } from '#lib/paths'
import { LoadingMessage, PageMessage } from '#ui/page-message'
import { usePageTitle } from '#ui/page-title'
import {
  type CallbackMessage,
  exchange,
  googleFailed,
  openCallbackChannel,
  receipt,
  takePendingLogin,
} from './google.atoms'
import { loginText } from './login.atoms'
import { safeReturnUrl } from './return-url'
import { notifyTabs } from './session-channel'

const missingParameters = 'No OAuth code or error found in URL parameters'
const providerRefused = 'OAuth authorization failed'
const expired = 'This sign-in has expired or was used already. Please try again.'
const maxErrorText = 300
/** The time the opener has to acknowledge, with margin for a slow machine. */
const receiptTimeout = seconds(1.5)

type CallbackOutcome =
  /** The opener acknowledged; this window has nothing more to do. */
  | { kind: 'delivered' }
  /** This page exchanged the code itself. */
  | { kind: 'signed_in'; returnUrl: string }
  | { kind: 'failed'; message: string }

/** Reads the redirect's query; null when it carries neither a code nor an error. */
function readCallback(search: URLSearchParams): CallbackMessage | null {
  const type = 'oauth_callback'
  const code = search.get('code')
  const state = search.get('state') ?? undefined
  if (search.has('error')) {
    const text = search.get('error_description')?.trim().slice(0, maxErrorText)
    return { type, error: text || providerRefused, state }
  }
  return code ? { type, code, state } : null
}

/** Delivers the message to the opener, or finishes the login here when none acknowledges. */
async function completeCallback(message: CallbackMessage | null): Promise<CallbackOutcome> {
  const pending = takePendingLogin()
  if (!message) return { kind: 'failed', message: missingParameters }
  if (!pending?.sameTab && (await isReceived(message))) return { kind: 'delivered' }
  if ('error' in message) return { kind: 'failed', message: message.error }
  // Without this check a forged link could complete a login that the user has just started.
  if (!pending || pending.state !== message.state) return { kind: 'failed', message: expired }
  try {
    await exchange(message.code, message.state, pending.keep)
    notifyTabs('signed_in')
    return { kind: 'signed_in', returnUrl: safeReturnUrl(pending.returnUrl, location.origin) }
  } catch (error) {
    return { kind: 'failed', message: loginText(error, googleFailed) }
  }
}

/** Posts to the opener and, in case the provider severed it, to the channel of our origin. */
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
  const timer = setTimeout(resolve, receiptTimeout, false)
  return promise.finally(() => {
    clearTimeout(timer)
    channel.close()
  })
}

/** Removes code and state from the address bar and the history. */
const cleanAddress = () => history.replaceState(null, '', paths.callback)

type Props = { leave?: (href: string) => void; close?: () => void }

const completing = 'Completing Login'
const titles = { delivered: 'Login complete', signed_in: completing, failed: 'Login failed' } as const

/** The provider redirects here, in the popup or in the same tab. */
export function CallbackPage({ leave = (href) => location.replace(href), close = () => window.close() }: Props) {
  const [message] = useState(() => readCallback(new URLSearchParams(location.search)))
  const [outcome, setOutcome] = useState<CallbackOutcome | null>(null)
  const started = useRef(false)
  usePageTitle(outcome ? titles[outcome.kind] : completing)

  useEffect(() => {
    // A code works once, and Strict Mode runs effects twice.
    if (started.current) return
    started.current = true
    cleanAddress()
    completeCallback(message).then((done) => {
      setOutcome(done)
      if (done.kind === 'delivered') close()
      // Loads a new document, since this one has no opener policy.
      if (done.kind === 'signed_in') leave(done.returnUrl)
    })
  })

  if (outcome?.kind === 'failed')
    return (
      <PageMessage title={titles.failed}>
        <p role="alert">{outcome.message}</p>
        <a href={paths.login} className="text-link">
          Back to login
        </a>
      </PageMessage>
    )
  if (outcome?.kind === 'delivered')
    return (
      <PageMessage title={titles.delivered}>
        <p role="status">You can close this window.</p>
      </PageMessage>
    )
  return <LoadingMessage title={completing}>Please wait while we sign you in...</LoadingMessage>
}
