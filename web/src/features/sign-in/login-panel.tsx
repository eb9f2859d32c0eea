import type { CurrentUser } from '@app/contracts/users'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { Notice } from '#ui/notice'
import { CodeStep } from './code-step'
import { EmailStep } from './email-step'
import { GoogleButton } from './google-button'
import { KeepChoice } from './keep-choice'
import { loginAtom } from './login.atoms'
import { PasskeyButton } from './passkey-button'
import { SameTabButton } from './same-tab-button'

type Props = {
  onSignedIn: (user: CurrentUser) => void
  /** Where the login leads; null on a page that must not be left, which rules out the same-tab redirect. */
  returnUrl: string | null
}

/** Sign-in with Google, if offered, and by emailed code. */
export function LoginPanel({ onSignedIn, returnUrl }: Props) {
  const { step, error, popupBlocked } = useAtomValue(loginAtom)

  // Each step has one field to fill in, so it takes the focus.
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
      {step === 'email' && <PasskeyButton onSignedIn={onSignedIn} />}
      {returnUrl !== null && <KeepChoice />}
    </div>
  )
}
