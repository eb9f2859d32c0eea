import { readRecord } from '@app/contracts/records'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { queryOf } from '#lib/call-query'
import { paths } from '#lib/paths'
import { useIsAdmin } from '#lib/rights'
import type { Signing } from '#lib/waiver-signing'
import { Button, ButtonLink } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { DiscardDialog } from '#ui/discard-dialog'
import { LoadError, Loading } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { SignForm } from './sign-form'
import { waiverTextsQuery } from './waiver-queries'

const formId = 'sign-waiver'

/** The waiver of one student on the school's device: it fills the screen until it is signed and handed back. */
export function SignScreen({ student: { id, label }, onClose }: { student: Signing; onClose: () => void }) {
  const client = useQueryClient()
  const texts = useQuery({ ...waiverTextsQuery, staleTime: 0 })
  // Read anew each time: who may sign depends on the age.
  const student = useQuery({ ...queryOf(readRecord, { params: { table: 'students', id } }), gcTime: 0 })
  const [isDirty, setDirty] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const [signer, setSigner] = useState<string>()
  const isSigned = signer !== undefined
  const error = texts.error ?? student.error
  const text = texts.data?.data[0]
  const isUnpublished = text?.isSample === true
  const leave = () => (isDirty && !isSigned ? setLeaving(true) : onClose())

  function signed(name: string) {
    setSigner(name)
    // Its badge is shown in many places.
    void client.invalidateQueries()
  }

  return (
    <>
      <Dialog
        title={`Waiver for ${label}`}
        size="full"
        busy={isBusy}
        onClose={leave}
        footer={
          isSigned ? (
            <Button onClick={onClose}>Done</Button>
          ) : isUnpublished ? undefined : (
            <Button type="submit" form={formId} disabled={isBusy || !text || !student.data}>
              {isBusy ? 'Signing...' : 'Sign'}
            </Button>
          )
        }
      >
        <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5">
          {isSigned && (
            <Notice tone="good" title="Signed" takesFocus>
              <p>Thank you, {signer}. Please hand the device back to the school.</p>
            </Notice>
          )}
          {!isSigned && !isUnpublished && error && !(text && student.data) && (
            <LoadError
              error={error}
              fallback="Failed to load the waiver"
              text="The waiver could not be loaded. Signing needs a connection."
              onRetry={() => Promise.all([texts.refetch(), student.refetch()])}
            />
          )}
          {!isSigned && !isUnpublished && !error && !(text && student.data) && <Loading>Loading the waiver...</Loading>}
          {!isSigned && isUnpublished && <Unpublished onClose={onClose} />}
          {!isSigned && !isUnpublished && text && student.data && (
            <SignForm
              id={formId}
              text={text}
              student={student.data}
              onDirty={setDirty}
              onBusy={setBusy}
              onOutdated={() => texts.refetch()}
              onSigned={signed}
            />
          )}
        </div>
      </Dialog>
      {isLeaving && (
        <DiscardDialog question="The waiver is not signed yet." onDiscard={onClose} onKeep={() => setLeaving(false)} />
      )}
    </>
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
