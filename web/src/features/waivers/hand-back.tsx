import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { loginAtom } from '#features/sign-in/login.atoms'
import { LoginPanel, PasskeyButton } from '#features/sign-in/login-panel'
import { onTabMessage } from '#features/sign-in/session-channel'
import { useHasNoNetwork } from '#lib/connection'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { ErrorText } from '#ui/load-state'
import { type HandOver, takeBack, triesLeft, tryPin } from './hand-over'
import { isPin, PinField, pinText } from './pin-field'

type Props = { handOver: HandOver; isQuiet?: boolean }

/**
 * The way back to the dashboard: the PIN, also without a connection, a passkey or a sign-in. `isQuiet`: next to the waiver that is being
 * signed, to which Escape and a button return.
 */
export function HandBack({ handOver, isQuiet = false }: Props) {
  const [, navigate] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const [isSigningIn, setSigningIn] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isOffline = useHasNoNetwork()
  const left = triesLeft(handOver)

  function open() {
    navigate(handOver.path, { replace: true })
    takeBack()
  }
  // Whoever has signed in sees what is theirs.
  const onSignedIn = useEffectEvent(open)
  useEffect(() => onTabMessage('signed_in', onSignedIn), [])

  function close() {
    flushSync(() => {
      setOpen(false)
      setSigningIn(false)
    })
    button.current?.focus()
  }

  if (!isOpen)
    return (
      <Button ref={button} variant={isQuiet ? 'quiet' : 'primary'} onClick={() => setOpen(true)}>
        Hand back to staff
      </Button>
    )
  return (
    <section
      aria-label="For staff"
      className="grid gap-4"
      onKeyDown={(event) => isQuiet && event.key === 'Escape' && close()}
    >
      {left > 0 ? (
        <PinForm left={left} isQuiet={isQuiet} onOpen={open} />
      ) : (
        <p>The PIN does not open this device any more: sign in to continue.</p>
      )}
      {isOffline && left === 0 && <p>There is no connection at the moment. A sign-in needs one.</p>}
      {!isOffline && (left === 0 || isSigningIn) && <LoginPanel onSignedIn={open} returnUrl={null} />}
      <div className="flex flex-wrap justify-center gap-3 empty:hidden">
        {!isOffline && left > 0 && !isSigningIn && (
          <>
            {handOver.hasPasskey && <Passkey onSignedIn={open} />}
            <Button variant="quiet" size="small" onClick={() => setSigningIn(true)}>
              Sign in instead
            </Button>
          </>
        )}
        {isQuiet && (
          <Button variant="quiet" size="small" onClick={close}>
            Back to the waiver
          </Button>
        )}
      </div>
    </section>
  )
}

function PinForm({ left, isQuiet, onOpen }: { left: number; isQuiet: boolean; onOpen: () => void }) {
  const [digits, setDigits] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')
    if (isBusy) return
    if (!isPin(digits)) {
      setError(pinText)
      return field?.focus()
    }
    setBusy(true)
    if (await tryPin(digits)) return onOpen()
    setBusy(false)
    setDigits('')
    setError(`That is not the PIN. ${counted(left - 1, 'try', 'tries')} left.`)
    field?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <PinField label="PIN" value={digits} error={error} onChange={setDigits} />
      <Button type="submit" variant={isQuiet ? 'outline' : 'primary'} disabled={isBusy}>
        Open the dashboard
      </Button>
    </form>
  )
}

function Passkey({ onSignedIn }: { onSignedIn: () => void }) {
  const { error } = useAtomValue(loginAtom)
  return (
    <>
      <PasskeyButton size="small" onSignedIn={onSignedIn} />
      {error && <ErrorText>{error}</ErrorText>}
    </>
  )
}
