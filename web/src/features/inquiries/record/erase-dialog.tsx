import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { messageOf } from '#lib/message-of'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { Spinner } from '#ui/spinner'
import { showToastAtom } from '#ui/toast'
import { countOf, eraseAddress } from '../inquiries.api'

type Props = { email: string; onClose: () => void; onErased: () => void }

const inquiriesText = (count: number) => (count === 1 ? '1 inquiry' : `${count} inquiries`)

/** Says what would be lost before an address is erased. */
export function EraseDialog({ email, onClose, onErased }: Props) {
  const showToast = useSetAtom(showToastAtom)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const running = useRef(false)
  const {
    data: count,
    error,
    refetch,
  } = useQuery({
    queryKey: ['inquiries-of', email],
    queryFn: ({ signal }) => countOf(email, signal),
    gcTime: 0,
  })

  async function onErase() {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      const deleted = await eraseAddress(email)
      showToast({ text: `${inquiriesText(deleted)} of ${email} deleted` })
      onErased()
    } catch (error) {
      setFailure(messageOf(error, 'Failed to delete'))
      setBusy(false)
    } finally {
      running.current = false
    }
  }

  return (
    <Dialog
      title={`Delete everything of ${email}`}
      role="alertdialog"
      size="small"
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" data-first disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button className="bg-bad! text-card!" disabled={busy || count === undefined} onClick={onErase}>
            {busy ? 'Deleting...' : count === undefined ? 'Delete' : `Delete ${inquiriesText(count)}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {count !== undefined ? (
          <p className="[overflow-wrap:anywhere]">
            This deletes <strong>{inquiriesText(count)}</strong> of <strong>{email}</strong> for good, with the replies
            and the state of all mails, and what of this address is in the trash. It cannot be undone.
          </p>
        ) : (
          !error && (
            <p role="status" className="flex items-center gap-2 text-muted">
              <Spinner />
              Counting the inquiries of {email}...
            </p>
          )
        )}
        {error && (
          <Notice tone="bad">
            <p>{messageOf(error, 'Failed to count the inquiries')}</p>
            <Button size="small" variant="outline" className="justify-self-start" onClick={() => refetch()}>
              Count again
            </Button>
          </Notice>
        )}
        {failure && (
          <Notice tone="bad">
            <p>{failure}</p>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
