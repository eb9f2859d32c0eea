import type { CurrentUser } from '@app/contracts/users'
import { useAtomValue, useSetAtom } from 'jotai'
import type { ClipboardEvent, FormEvent } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#lib/paths'
import { Button } from '#ui/button'
import { TextField } from '#ui/field'
import { loginAtom, redeemCodeAtom, restartLoginAtom, typeCodeAtom } from './login.atoms'
import { offerPasskeyAtom } from './passkey-offer.atoms'
import { ResendButton } from './resend-button'

/** Step 2: enter the emailed code. */
export function CodeStep({ onSignedIn }: { onSignedIn: (user: CurrentUser) => void }) {
  const { email, code, busy, codesSent } = useAtomValue(loginAtom)
  const type = useSetAtom(typeCodeAtom)
  const redeem = useSetAtom(redeemCodeAtom)
  const restart = useSetAtom(restartLoginAtom)
  const offerPasskey = useSetAtom(offerPasskeyAtom)
  const [, navigate] = useLocation()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = event.currentTarget.querySelector('input')
    const user = await redeem()
    if (user) {
      offerPasskey(() => navigate(paths.sessions))
      return onSignedIn(user)
    }
    input?.focus()
    input?.select()
  }

  /** The length limit would cut `123 456` before the space is removed. */
  function paste(event: ClipboardEvent) {
    event.preventDefault()
    type(event.clipboardData.getData('text'))
  }

  return (
    <form onSubmit={submit} className="grid gap-5">
      <TextField
        id="otp"
        label={`Enter the code sent to ${email}`}
        type="text"
        required
        maxLength={6}
        placeholder="000000"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        aria-describedby="otp-hint"
        value={code}
        onChange={(event) => type(event.target.value)}
        onPaste={paste}
      />
      <p id="otp-hint" className="text-muted text-sm">
        If this address has access, we've emailed a 6-digit code. It expires in 10 minutes. Only the newest code works.
      </p>
      <Button type="submit" disabled={busy !== null || code === ''}>
        {busy === 'verify' ? 'Verifying...' : 'Verify & Login'}
      </Button>
      <div className="flex flex-wrap justify-center gap-x-4">
        <ResendButton />
        <Button variant="quiet" disabled={busy !== null} onClick={() => restart('')}>
          Use a different email
        </Button>
      </div>
      <p role="status" className="sr-only">
        {codesSent > 1 && 'A new code was requested. Only the newest code works.'}
      </p>
    </form>
  )
}
