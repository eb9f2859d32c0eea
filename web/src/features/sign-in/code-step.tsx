import { useAtomValue, useSetAtom } from 'jotai'
import type { ClipboardEvent, FormEvent } from 'react'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { loginAtom, redeemCodeAtom, restartLoginAtom, typeCodeAtom } from './login.atoms'

/** Step 2: the code from the mail. */
export function CodeStep({ onSignedIn }: { onSignedIn: () => void }) {
  const { email, code, busy } = useAtomValue(loginAtom)
  const type = useSetAtom(typeCodeAtom)
  const redeem = useSetAtom(redeemCodeAtom)
  const restart = useSetAtom(restartLoginAtom)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = event.currentTarget.querySelector('input')
    if (await redeem()) onSignedIn()
    else input?.focus()
  }

  /** The length limit would cut `123 456` before its space could be dropped. */
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
        value={code}
        onChange={(event) => type(event.target.value)}
        onPaste={paste}
      />
      <Button type="submit" disabled={busy || code === ''}>
        {busy ? 'Verifying...' : 'Verify & Login'}
      </Button>
      <Button look="quiet" disabled={busy} onClick={() => restart()}>
        Use a different email
      </Button>
    </form>
  )
}
