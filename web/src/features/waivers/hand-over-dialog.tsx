import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { passkeysQuery } from '#features/passkeys/use-change-passkeys'
import { useUser } from '#features/sign-in/user'
import { supportsPasskeys } from '#lib/passkeys'
import { paths } from '#lib/paths'
import { useIsAdmin } from '#lib/rights'
import { type Signing, signingAtom } from '#lib/waiver-signing'
import { Button, ButtonLink } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { LoadState } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { handOverDevice, knowsPin, mayKeepPin } from './hand-over'
import { isPin, PinField, pinText } from './pin-field'
import { notLoaded, waiverTextsQuery } from './waiver-queries'

const formId = 'hand-over'

/** Before the device leaves the hands of staff: the PIN that opens it again. */
export function HandOverDialog({ student }: { student: Signing }) {
  const setSigning = useSetAtom(signingAtom)
  const close = () => setSigning(null)
  const user = useUser()?.id ?? ''
  const texts = useQuery({ ...waiverTextsQuery, staleTime: 0 })
  const passkeys = useQuery({ ...passkeysQuery, enabled: supportsPasskeys() })
  const [choosesPin, setChoosesPin] = useState(() => mayKeepPin() && !knowsPin(user))
  const [digits, setDigits] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const text = texts.data?.data[0]
  const isReady = text !== undefined && !text.isSample

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (choosesPin && !isPin(digits)) {
      setError(pinText)
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    setBusy(true)
    const hasPasskey = (passkeys.data?.length ?? 0) > 0
    await handOverDevice({ student, user, hasPasskey, ...(choosesPin && { digits }) })
    close()
  }

  return (
    <Dialog
      title={`Waiver for ${student.label}`}
      size="small"
      busy={isBusy}
      onClose={close}
      footer={
        isReady && (
          <Button type="submit" form={formId} disabled={isBusy} data-first={!choosesPin || undefined}>
            Hand over
          </Button>
        )
      }
    >
      {!text && (
        <LoadState
          query={{ data: text, error: texts.error, refetch: texts.refetch }}
          what="the waiver"
          text={notLoaded}
        />
      )}
      {text?.isSample && <Unpublished onClose={close} />}
      {isReady && (
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
          <p>Hand the device to the person who signs. It shows this waiver and nothing else until it is back.</p>
          {choosesPin && (
            <PinField
              label="PIN that opens it again, 4 to 6 digits"
              value={digits}
              error={error}
              onChange={(value) => {
                setDigits(value)
                setError('')
              }}
            />
          )}
          {!choosesPin && mayKeepPin() && (
            <p>
              Your PIN opens it again.{' '}
              <Button variant="quiet" size="small" onClick={() => setChoosesPin(true)}>
                Choose another PIN
              </Button>
            </p>
          )}
          {!mayKeepPin() && <p>A sign-in opens it again. A PIN needs a site with https.</p>}
        </form>
      )}
    </Dialog>
  )
}

/** Instead of the placeholder, which nobody can sign. */
function Unpublished({ onClose }: { onClose: () => void }) {
  const isAdmin = useIsAdmin()
  return (
    <Notice tone="warn" title="There is no waiver to sign yet" takesFocus>
      <p>
        {isAdmin
          ? "Publish your school's waiver first, under Settings, Waiver. Then people can sign it here."
          : "An admin must publish the school's waiver first, under Settings, Waiver. Then people can sign it here."}
      </p>
      {isAdmin && (
        <Link href={paths.waiver} onClick={onClose} asChild>
          <ButtonLink size="small" className="mt-2 justify-self-start">
            Publish the waiver
          </ButtonLink>
        </Link>
      )}
    </Notice>
  )
}
