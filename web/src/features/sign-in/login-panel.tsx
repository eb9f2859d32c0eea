import { beginPasskeySignIn, finishPasskeySignIn } from '@app/contracts/passkeys'
import type { CurrentUser } from '@app/contracts/users'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { callApi } from '#lib/call-api'
import { logFailure } from '#lib/failure-text'
import { credentialFrom, isCanceled, loadWebAuthn, supportsPasskeys } from '#lib/passkeys'
import { paths } from '#lib/paths'
import { Button } from '#ui/button'
import { TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import { CodeStep } from './code-step'
import {
  cancelGoogleAtom,
  leaveForGoogleAtom,
  loadOffersAtom,
  offersGoogleAtom,
  signInWithGoogleAtom,
} from './google.atoms'
import {
  changeLoginAtom,
  finishLoginAtom,
  keepAtom,
  loginAtom,
  loginText,
  sendCodeAtom,
  typeEmailAtom,
} from './login.atoms'

/**
 * Signs in with a passkey. With `autofill` the browser offers passkeys in the email field and the promise may stay pending;
 * a later call aborts it. `keep` is read once a passkey was chosen.
 */
async function signInWithPasskey(keep: () => boolean | undefined, { autofill = false } = {}): Promise<void> {
  const { startAuthentication } = await loadWebAuthn()
  const options = await callApi(beginPasskeySignIn, { anonymous: true })
  const made = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: autofill,
  })
  await callApi(finishPasskeySignIn, { anonymous: true, body: { response: credentialFrom(made), keep: keep() } })
}

/** True if the browser can offer passkeys in a field. */
async function supportsAutofill(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await loadWebAuthn()
  return browserSupportsWebAuthnAutofill()
}

const passkeyFailed = 'Sign-in with a passkey failed. Please try again.'

/** Signs in after a click. Resolves with the user, or null when it was canceled or refused. */
const signInWithPasskeyAtom = atom(null, async (get, set): Promise<CurrentUser | null> => {
  if (get(loginAtom).busy) return null
  set(changeLoginAtom, { busy: 'passkey', error: '', popupBlocked: false })
  try {
    await signInWithPasskey(() => get(keepAtom))
    return await set(finishLoginAtom)
  } catch (error) {
    set(changeLoginAtom, { busy: null, error: isCanceled(error) ? '' : loginText(error, passkeyFailed) })
    return null
  }
})

/** Offers passkeys in the email field. Failures are only logged, since the visitor did not request it. */
const offerPasskeysAtom = atom(null, async (get, set): Promise<CurrentUser | null> => {
  try {
    if (!supportsPasskeys() || !(await supportsAutofill())) return null
    await signInWithPasskey(() => get(keepAtom), { autofill: true })
    return await set(finishLoginAtom)
  } catch (error) {
    if (!isCanceled(error)) logFailure('Passkeys could not be offered', error)
    return null
  }
})

/** The sign of the provider, in its own colors. */
const GoogleMark = () => (
  <svg viewBox="0 0 48 48" className="size-5 shrink-0" aria-hidden="true">
    <path
      fill="#EA4335"
      d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
    />
    <path
      fill="#4285F4"
      d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
    />
    <path
      fill="#FBBC05"
      d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
    />
    <path
      fill="#34A853"
      d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
    />
  </svg>
)

type GoogleButtonProps = { onSignedIn: (user: CurrentUser) => void; returnUrl: string | null }

/** Sign-in with Google in a popup, if the server offers it, and the divider to the email form. */
function GoogleButton({ onSignedIn, returnUrl }: GoogleButtonProps) {
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
        onValue={type}
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
