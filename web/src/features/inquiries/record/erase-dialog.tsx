import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { failureText } from '#lib/failure-text'
import { useSingleMutation } from '#lib/use-single-mutation'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { Spinner } from '#ui/spinner'
import { showToastAtom } from '#ui/toast'
import { eraseAddress } from '../inquiries.api'
import { inquiriesOfQuery } from '../inquiries.queries'

type Props = { email: string; onClose: () => void; onErased: () => void }

const inquiriesText = (count: number) => counted(count, 'inquiry', 'inquiries')

/** Shows what would be deleted before an address is erased. */
export function EraseDialog({ email, onClose, onErased }: Props) {
  const showToast = useSetAtom(showToastAtom)
  const { data: count, error, refetch } = useQuery(inquiriesOfQuery(email))
  const erasure = useSingleMutation({
    mutationKey: ['erasure', email],
    mutationFn: () => eraseAddress(email),
    onSuccess({ deleted, students }) {
      const ofStudents = students > 0 ? ` and ${counted(students, 'student')}` : ''
      showToast({ text: `${inquiriesText(deleted)}${ofStudents} from ${email} deleted` })
      onErased()
    },
  })
  const busy = erasure.isPending

  return (
    <Dialog
      title={`Delete everything from ${email}`}
      role="alertdialog"
      size="small"
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" data-first disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" disabled={busy || count === undefined} onClick={() => erasure.mutate()}>
            {busy ? 'Deleting...' : count === undefined ? 'Delete' : `Delete ${inquiriesText(count)}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {count !== undefined ? (
          <p className="[overflow-wrap:anywhere]">
            This permanently deletes <strong>{inquiriesText(count)}</strong> from <strong>{email}</strong>, with all
            replies and queued emails, the students and guardians with this address, and what the trash and the history
            hold of them. It cannot be undone.
          </p>
        ) : (
          !error && (
            <p role="status" className="flex items-center gap-2 text-muted">
              <Spinner />
              Counting the inquiries from {email}...
            </p>
          )
        )}
        {error && (
          <Notice tone="bad">
            <p>{failureText(error, 'Failed to count the inquiries')}</p>
            <Button size="small" variant="outline" className="justify-self-start" onClick={() => refetch()}>
              Count again
            </Button>
          </Notice>
        )}
        {erasure.error && (
          <Notice tone="bad">
            <p>{failureText(erasure.error, 'Failed to delete')}</p>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
