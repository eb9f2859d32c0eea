import { useEffect, useRef, useState } from 'react'
import { paths } from '#lib/paths'
import { LoadingMessage, PageMessage } from '#ui/page-message'
import { usePageTitle } from '#ui/page-title'
import { type CallbackOutcome, cleanAddress, completeCallback, readCallback } from './complete-callback'

type Props = { leave?: (href: string) => void; close?: () => void }

/** Where the provider sends people back to: in a popup, or in the tab that they came from. */
export function CallbackPage({ leave = (href) => location.replace(href), close = () => window.close() }: Props) {
  usePageTitle('Completing Login')
  const [message] = useState(() => readCallback(new URLSearchParams(location.search)))
  const [outcome, setOutcome] = useState<CallbackOutcome | null>(null)
  const started = useRef(false)

  useEffect(() => {
    // A code works once, and React draws twice in development.
    if (started.current) return
    started.current = true
    cleanAddress()
    completeCallback(message).then((done) => {
      setOutcome(done)
      if (done.kind === 'told') close()
      // A fresh document: this one goes without the opener policy of the other pages.
      if (done.kind === 'signed_in') leave(done.returnUrl)
    })
  })

  if (outcome?.kind === 'failed')
    return (
      <PageMessage title="Completing Login">
        <p role="alert">{outcome.message}</p>
        <a href={paths.login} className="text-link">
          Back to login
        </a>
      </PageMessage>
    )
  if (outcome?.kind === 'told')
    return (
      <PageMessage title="Completing Login">
        <p role="status">You can close this window.</p>
      </PageMessage>
    )
  return <LoadingMessage title="Completing Login">Please wait while we sign you in...</LoadingMessage>
}
