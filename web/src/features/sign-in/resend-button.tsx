import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button'
import { loginAtom, sendCodeAtom } from './login.atoms'

/** Requests another code once the server would send one. */
export function ResendButton() {
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
