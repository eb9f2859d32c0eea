import type { CurrentUser } from '@app/contracts/users'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { supportsPasskeys } from '#lib/passkeys'
import { Button } from '#ui/button'
import { TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import { CodeStep } from './code-step'
import { leaveForGoogleAtom } from './google.atoms'
import { GoogleButton } from './google-button'
import { keepAtom, loginAtom, sendCodeAtom, typeEmailAtom } from './login.atoms'
import { offerPasskeysAtom, signInWithPasskeyAtom } from './passkey.atoms'

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
      {step === 'email' && <PasskeyStep onSignedIn={onSignedIn} />}
      {returnUrl !== null && <KeepChoice />}
    </div>
  )
}

/** Step 1: request a code. */
function EmailStep() {
  const { email, busy } = useAtomValue(loginAtom)
  const type = useSetAtom(typeEmailAtom)
  const send = useSetAtom(sendCodeAtom)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = event.currentTarget.querySelector('input')
    if (!(await send())) input?.focus()
  }

  return (
    <form onSubmit={submit} className="grid gap-5">
      <TextField
        id="login-email"
        label="Email Address"
        type="email"
        required
        placeholder="Enter your email"
        autoComplete="username webauthn"
        value={email}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" disabled={busy !== null || email.trim() === ''}>
        {busy === 'send' ? 'Sending...' : 'Send Login Code'}
      </Button>
    </form>
  )
}

/** Signed in for twelve hours instead of until 30 minutes of inactivity. */
function KeepChoice() {
  const [keep, setKeep] = useAtom(keepAtom)
  useEffect(() => setKeep((chosen) => chosen ?? false), [setKeep])
  return (
    <label className="flex min-h-11 w-fit items-center gap-2.5" title="12 hours; without it, until 30 minutes unused">
      <input
        type="checkbox"
        checked={keep ?? false}
        onChange={({ target }) => setKeep(target.checked)}
        className="size-5 accent-primary"
      />
      Keep me signed in today
    </label>
  )
}

/** Sign-in with a passkey: by this button, or from the suggestions of the email field. */
function PasskeyStep({ onSignedIn }: Pick<Props, 'onSignedIn'>) {
  const offer = useSetAtom(offerPasskeysAtom)
  const enter = useEffectEvent((user: CurrentUser | null) => {
    if (user) onSignedIn(user)
  })
  useEffect(() => {
    offer().then(enter)
  }, [offer])

  return <PasskeyButton onSignedIn={onSignedIn} />
}

/** Nothing where the browser has no passkeys. */
export function PasskeyButton({
  onSignedIn,
  size = 'normal',
}: Pick<Props, 'onSignedIn'> & { size?: 'normal' | 'small' }) {
  const { busy } = useAtomValue(loginAtom)
  const signIn = useSetAtom(signInWithPasskeyAtom)
  if (!supportsPasskeys()) return null
  return (
    <Button
      variant="outline"
      size={size}
      disabled={busy !== null}
      onClick={async () => {
        const user = await signIn()
        if (user) onSignedIn(user)
      }}
    >
      <KeyRound className="size-5" />
      {busy === 'passkey' ? 'Waiting for your passkey...' : 'Use a passkey'}
    </Button>
  )
}

/** Sign-in with Google without a popup. */
function SameTabButton({ returnUrl }: { returnUrl: string }) {
  const { busy } = useAtomValue(loginAtom)
  const leave = useSetAtom(leaveForGoogleAtom)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])

  return (
    <Button ref={button} variant="outline" size="small" disabled={busy !== null} onClick={() => leave(returnUrl)}>
      Continue with Google in this tab
    </Button>
  )
}
