import type { CurrentUser } from '@app/contracts/users'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { paths } from '#lib/paths'
import { Button } from '#ui/button'
import { cancelGoogleAtom, loadOffersAtom, offersGoogleAtom, signInWithGoogleAtom } from './google.atoms'
import { GoogleMark } from './google-mark'
import { loginAtom } from './login.atoms'

type Props = { onSignedIn: (user: CurrentUser) => void; returnUrl: string | null }

/** Sign-in with Google in a popup, if the server offers it, and the divider to the email form. */
export function GoogleButton({ onSignedIn, returnUrl }: Props) {
  const offered = useAtomValue(offersGoogleAtom)
  const { busy } = useAtomValue(loginAtom)
  const load = useSetAtom(loadOffersAtom)
  const signIn = useSetAtom(signInWithGoogleAtom)
  const cancel = useSetAtom(cancelGoogleAtom)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    load()
    return cancel
  }, [load, cancel])

  async function start() {
    const user = await signIn(returnUrl ?? paths.admin)
    if (user) onSignedIn(user)
    else if (document.activeElement === document.body) button.current?.focus()
  }

  if (offered === false) return null
  return (
    // Reserves its space while the providers load, so that nothing shifts.
    <div className={`grid gap-5 ${offered ? '' : 'invisible'}`}>
      <Button ref={button} variant="outline" disabled={busy !== null} onClick={start}>
        <GoogleMark />
        {busy === 'google_popup' || busy === 'google_tab' ? 'Signing in...' : 'Continue with Google'}
      </Button>
      {busy === 'google_popup' && (
        <p role="status" className="text-center text-muted text-sm">
          Finish signing in in the new window.{' '}
          <button type="button" className="text-link" onClick={() => cancel()}>
            Cancel
          </button>
        </p>
      )}
      <p className="flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        Or use email
      </p>
    </div>
  )
}
