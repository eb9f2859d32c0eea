import { readRecord } from '@app/contracts/records'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { loginAtom } from '#features/sign-in/login.atoms'
import { LoginPanel, PasskeyButton } from '#features/sign-in/login-panel'
import { onTabMessage } from '#features/sign-in/session-channel'
import { useHasNoNetwork } from '#lib/connection'
import { queryOf } from '#lib/queries'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { ErrorText, LoadState } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { usePageTitle } from '#ui/page-title'
import { type HandOver, noteSigned, takeBack, triesLeft, tryPin, useHandOver } from './hand-over'
import { isPin, PinField, pinText } from './pin-field'
import { SignForm } from './sign-form'
import { notLoaded, waiverTextsQuery } from './waiver-queries'

const formId = 'sign-waiver'

/** All that a device shows while it is handed over: one waiver, then the way back to staff. */
export function HandedOverPage() {
  usePageTitle('Waiver')
  const handOver = useHandOver()
  if (!handOver) return null
  const { student, signer } = handOver
  return signer === undefined && student.id !== '' ? (
    <Signing handOver={handOver} />
  ) : (
    <main className="mx-auto grid min-h-svh w-full max-w-2xl grid-cols-[minmax(0,1fr)] content-center gap-6 px-4 py-6">
      <h1 className="text-3xl">{signer === undefined ? 'This device is handed over' : 'Signed'}</h1>
      {signer !== undefined && (
        <Notice tone="good" takesFocus text={`Thank you, ${signer}. Please hand the device back to the school.`} />
      )}
      <HandBack handOver={handOver} />
    </main>
  )
}

function Signing({ handOver }: { handOver: HandOver }) {
  const { id, label } = handOver.student
  const texts = useQuery({ ...waiverTextsQuery, staleTime: 0 })
  // Read anew each time: who may sign depends on the age.
  const student = useQuery({ ...queryOf(readRecord, { params: { table: 'students', id } }), gcTime: 0 })
  const [isBusy, setBusy] = useState(false)
  const error = texts.error ?? student.error
  const text = texts.data?.data[0]
  const isUnpublished = text?.isSample === true
  const canSign = !isUnpublished && text && student.data
  return (
    <>
      <main className="mx-auto grid w-full max-w-2xl grid-cols-[minmax(0,1fr)] gap-5 px-4 py-6">
        <h1 className="text-3xl [overflow-wrap:anywhere]">Waiver for {label}</h1>
        {isUnpublished && (
          <Notice tone="warn" title="There is no waiver to sign yet" takesFocus>
            <p>Please hand the device back to the school.</p>
          </Notice>
        )}
        {canSign && (
          <SignForm
            id={formId}
            text={text}
            student={student.data}
            onBusy={setBusy}
            onOutdated={() => texts.refetch()}
            onSigned={noteSigned}
          />
        )}
        {!isUnpublished && !canSign && (
          <LoadState
            query={{ data: undefined, error, refetch: () => Promise.all([texts.refetch(), student.refetch()]) }}
            what="the waiver"
            text={notLoaded}
          />
        )}
      </main>
      <footer className="sticky bottom-0 border-line border-t bg-card py-3">
        <div className="mx-auto grid max-w-2xl gap-3 px-4">
          {canSign && (
            <Button type="submit" form={formId} disabled={isBusy}>
              {isBusy ? 'Signing...' : 'Sign'}
            </Button>
          )}
          <HandBack handOver={handOver} isQuiet />
        </div>
      </footer>
    </>
  )
}

type Props = { handOver: HandOver; isQuiet?: boolean }

/**
 * The way back to the dashboard: the PIN, also without a connection, a passkey or a sign-in. `isQuiet`: next to the waiver that is being
 * signed, to which Escape and a button return.
 */
function HandBack({ handOver, isQuiet = false }: Props) {
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
  // After a sign-in the page is that of the person who signed in.
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
