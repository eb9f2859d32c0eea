import { readReference } from '@app/contracts/api-docs'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { useSchool } from '#content/use-school'
import { isStaffPath, paths } from '#lib/paths'
import { BrandMark, Logo } from '#ui/brand-mark'
import { usePageTitle } from '#ui/page-title'
import { LoginPanel } from './login-panel'
import { safeReturnUrl } from './return-url'
import { onTabMessage } from './session-channel'

const wantedUrl = () => safeReturnUrl(new URLSearchParams(location.search).get('returnUrl'), location.origin)

type Props = { leave?: (href: string) => void }

/** Sign-in for staff, without passwords. */
export function LoginPage({ leave = (href) => location.replace(href) }: Props) {
  const school = useSchool()
  usePageTitle(school ? `Admin Login - ${school.name}` : 'Admin Login')
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
          {school?.logo ? (
            <Logo logo={school.logo} on="page" className="h-14" height={56} />
          ) : (
            <BrandMark className={`size-14 ${school ? '' : 'invisible'}`} />
          )}
          <h1 className="text-3xl">Admin Login</h1>
          {/* As high as it will be with the name, which takes two lines on a phone. */}
          <p className="text-muted max-sm:min-h-[2lh]">
            {school ? `Sign in to access the ${school.name} dashboard.` : '\u00a0'}
          </p>
        </div>
        <LoginPanel onSignedIn={go} returnUrl={wantedUrl()} />
      </div>
      <a href={paths.home} className="text-link">
        Back to website
      </a>
    </main>
  )
}
