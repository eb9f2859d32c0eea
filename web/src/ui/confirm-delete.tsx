import type { Policy } from '@app/contracts/policy'
import { type ReactNode, useState } from 'react'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { Button, SmallButton } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Failure } from './failure'

type Props = {
  /** The question. */
  title: string
  remove: { isPending: boolean; error: Error | null; mutate: () => void }
  /** The call that `remove` makes. */
  call: Policy
  /** The button's name for screen readers, where there are several in a list; such a button has the look of the list. */
  label?: string
  /** The consequences. */
  children: ReactNode
}

/** Deletes something after a confirmation; at the left of a dialog's buttons. */
export function ConfirmDelete({ title, remove, call, label, children }: Props) {
  const [asking, setAsking] = useState(false)
  useRecentSignIn(asking && 'This deletion', call)
  return (
    <>
      {label === undefined ? (
        <Button variant="quiet" className="mr-auto" onClick={() => setAsking(true)}>
          Delete...
        </Button>
      ) : (
        <SmallButton aria-label={label} onClick={() => setAsking(true)}>
          Delete...
        </SmallButton>
      )}
      {asking && (
        <Dialog
          title={title}
          role="alertdialog"
          size="small"
          busy={remove.isPending}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button variant="outline" data-first disabled={remove.isPending} onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
                {remove.isPending ? 'Deleting...' : 'Delete'}
              </Button>
            </>
          }
        >
          <div className="grid gap-3">
            <Failure error={remove.error} fallback="Delete failed" />
            {children}
          </div>
        </Dialog>
      )}
    </>
  )
}
