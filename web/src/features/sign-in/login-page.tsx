import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '../../app/paths'
import { site } from '../../content/site'
import { BrandMark } from '../../ui/brand-mark'
import { Notice } from '../../ui/notice'
import { usePageTitle } from '../../ui/page-title'
import { CodeStep } from './code-step'
import { EmailStep } from './email-step'
import { loginAtom } from './login.atoms'
import { safeReturnUrl } from './return-url'

/** Where staff sign in, without a password: an address, then the code that was sent there. */
export function LoginPage() {
  usePageTitle(`Admin Login - ${site.name}`)
  const { step, error } = useAtomValue(loginAtom)
  const [, navigate] = useLocation()

  function enter() {
    const wanted = new URLSearchParams(location.search).get('returnUrl')
    navigate(safeReturnUrl(wanted, location.origin), { replace: true })
  }

  // The step brings its own focus: there is nothing else to do on this page.
  useEffect(() => {
    document.getElementById(step === 'email' ? 'login-email' : 'otp')?.focus()
  }, [step])

  return (
    <main className="page-width grid min-h-svh content-center justify-items-center gap-6 py-10">
      <div className="grid w-full max-w-md gap-6 rounded-2xl border border-line bg-card p-6 shadow-card sm:p-9">
        <div className="grid justify-items-center gap-2 text-center">
          <BrandMark className="size-14" />
          <h1 className="text-3xl">Admin Login</h1>
          <p className="text-muted">Sign in to access the {site.name} dashboard.</p>
        </div>
        {error && <Notice tone="bad">{error}</Notice>}
        {step === 'email' ? <EmailStep /> : <CodeStep onSignedIn={enter} />}
      </div>
      <Link href={paths.home} className="text-link">
        Back to website
      </Link>
    </main>
  )
}
