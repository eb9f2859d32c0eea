import type { CurrentUser } from '@app/contracts/users'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { Notice } from '#ui/notice'
import { CodeStep } from './code-step'
import { EmailStep } from './email-step'
import { GoogleButton } from './google-button'
import { loginAtom } from './login.atoms'
import { SameTabButton } from './same-tab-button'

type Props = {
  onSignedIn: (user: CurrentUser) => void
  /** Where the login leads; a page that must not be left says null, and no way through another page is offered. */
  returnUrl: string | null
}

/** The ways to sign in: Google where it is offered, and a code by e-mail. */
export function LoginPanel({ onSignedIn, returnUrl }: Props) {
  const { step, error, popupBlocked } = useAtomValue(loginAtom)

  // The step brings its own focus: there is nothing else to do here.
  useEffect(() => {
    document.getElementById(step === 'email' ? 'login-email' : 'otp')?.focus()
  }, [step])

  return (
    <div className="grid gap-6">
      {error && (
        <Notice tone="bad">
          <p>{error}</p>
          {popupBlocked && returnUrl && <SameTabButton returnUrl={returnUrl} />}
          {popupBlocked && !returnUrl && <p>Allow popups for this site, or use a code by email.</p>}
        </Notice>
      )}
      {step === 'email' && <GoogleButton onSignedIn={onSignedIn} returnUrl={returnUrl} />}
      {step === 'email' ? <EmailStep /> : <CodeStep onSignedIn={onSignedIn} />}
    </div>
  )
}
