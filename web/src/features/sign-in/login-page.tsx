import { readReference } from '@app/contracts/calls/api-docs'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { useSite } from '#content/shown-site'
import { isStaffPath, paths } from '#lib/paths'
import { BrandMark } from '#ui/brand-mark'
import { usePageTitle } from '#ui/page-title'
import { LoginPanel } from './login-panel'
import { safeReturnUrl } from './return-url'
import { onTabMessage } from './session-channel'

const wantedUrl = () => safeReturnUrl(new URLSearchParams(location.search).get('returnUrl'), location.origin)

type Props = { leave?: (href: string) => void }

/** Sign-in for staff, without passwords. */
export function LoginPage({ leave = (href) => location.replace(href) }: Props) {
  const { name } = useSite()
  usePageTitle(`Admin Login - ${name}`)
  const [, navigate] = useLocation()

  function go() {
    const wanted = wantedUrl()
    // The public page is rendered by the server.
    if (wanted === readReference.path || !isStaffPath(wanted.replace(/[?#].*/, ''))) leave(wanted)
    else navigate(wanted, { replace: true })
  }

  // Signed in from another tab or from a severed popup: this tab shares the session.
  const onSignedIn = useEffectEvent(go)
  useEffect(() => onTabMessage('signed_in', onSignedIn), [])

  return (
    <main className="page-width grid min-h-svh content-center justify-items-center gap-6 py-10">
      <div className="grid w-full max-w-md gap-6 rounded-2xl border border-line bg-card p-6 shadow-card sm:p-9">
        <div className="grid justify-items-center gap-2 text-center">
          <BrandMark className="size-14" />
          <h1 className="text-3xl">Admin Login</h1>
          <p className="text-muted">Sign in to access the {name} dashboard.</p>
        </div>
        <LoginPanel onSignedIn={go} returnUrl={wantedUrl()} />
      </div>
      <a href={paths.home} className="text-link">
        Back to website
      </a>
    </main>
  )
}
