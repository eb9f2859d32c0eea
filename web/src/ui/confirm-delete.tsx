import type { Policy } from '@app/contracts/policy'
import { type ReactNode, useState } from 'react'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { Button, SmallButton } from '#ui/button'
import { ConfirmDialog } from './dialog'
import { Failure } from './load-state'

type Props = {
  /** The question. */
  title: string
  remove: { isPending: boolean; error: Error | null; mutate: (none: undefined) => void }
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
        <ConfirmDialog
          title={title}
          action={remove.isPending ? 'Deleting...' : 'Delete'}
          variant="primary"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setAsking(false)}
        >
          <div className="grid gap-3">
            <Failure error={remove.error} fallback="Delete failed" />
            {children}
          </div>
        </ConfirmDialog>
      )}
    </>
  )
}
