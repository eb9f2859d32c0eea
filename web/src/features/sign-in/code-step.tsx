import { listPasskeys } from '@app/contracts/passkeys'
import type { CurrentUser } from '@app/contracts/users'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type ClipboardEvent, type FormEvent, useEffect, useState } from 'react'
import * as v from 'valibot'
import { useLocation } from 'wouter'
import { callApi } from '#lib/call-api'
import { logFailure } from '#lib/failure-text'
import { supportsPasskeys } from '#lib/passkeys'
import { paths } from '#lib/paths'
import { readStored, store } from '#lib/stored'
import { Button } from '#ui/button'
import { TextField } from '#ui/field'
import { showToastAtom } from '#ui/toast'
import { loginAtom, redeemCodeAtom, restartLoginAtom, sendCodeAtom, typeCodeAtom } from './login.atoms'

const storageKey = 'passkey-offered'

/** After a sign-in by code, offers a passkey where the device can keep one: once in a browser, and never again. */
const offerPasskeyAtom = atom(null, async (_get, set, open: () => void) => {
  if (!supportsPasskeys() || readStored(storageKey, v.boolean())) return
  try {
    if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return
    if ((await callApi(listPasskeys)).length > 0) return
  } catch (error) {
    return logFailure('A passkey could not be offered', error)
  }
  store(storageKey, true)
  const text = 'Skip the code next time: sign in with your fingerprint, face or PIN.'
  set(showToastAtom, { text, action: { label: 'Add a passkey', run: open } })
})

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
        onValue={type}
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

/** Requests another code once the server would send one. */
function ResendButton() {
  const { busy, resendAt } = useAtomValue(loginAtom)
  const send = useSetAtom(sendCodeAtom)
  const wait = useSecondsUntil(resendAt)

  async function resend() {
    await send()
    document.getElementById('otp')?.focus()
  }

  return (
    <Button variant="quiet" disabled={busy !== null || wait > 0} onClick={resend}>
      {busy === 'send' ? 'Sending...' : wait > 0 ? `Resend code in ${wait} s` : 'Resend code'}
    </Button>
  )
}

/** Counts down to an instant by the clock, so it is right after the tab was suspended. */
function useSecondsUntil(instant: number) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= instant) clearInterval(timer)
    }, 1_000)
    return () => clearInterval(timer)
  }, [instant])
  return Math.max(0, Math.ceil((instant - now) / 1_000))
}
