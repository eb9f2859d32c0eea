import { useEffect, useRef, useState } from 'react'
import { paths } from '#lib/paths'
import { LoadingMessage, PageMessage } from '#ui/page-message'
import { usePageTitle } from '#ui/page-title'
import { type CallbackOutcome, cleanAddress, completeCallback, readCallback } from './complete-callback'

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
