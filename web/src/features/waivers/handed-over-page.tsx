import { readRecord } from '@app/contracts/records'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#lib/queries'
import { Button } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { usePageTitle } from '#ui/page-title'
import { HandBack } from './hand-back'
import { type HandOver, noteSigned, useHandOver } from './hand-over'
import { SignForm } from './sign-form'
import { waiverTextsQuery } from './waiver-queries'

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
        {!isUnpublished && !canSign && error && (
          <LoadError
            error={error}
            fallback="Failed to load the waiver"
            text="The waiver could not be loaded. Signing needs a connection."
            onRetry={() => Promise.all([texts.refetch(), student.refetch()])}
          />
        )}
        {!isUnpublished && !canSign && !error && <Loading>Loading the waiver...</Loading>}
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
