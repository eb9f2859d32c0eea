import { deleteServiceAccount } from '@app/contracts/calls/service-accounts'
import type { ServiceAccount } from '@app/contracts/service-accounts'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'

type Props = { account: ServiceAccount; onDeleted: () => void; className?: string }

/** Deletes a service account after a confirmation. */
export function DeleteAccount({ account, onDeleted, className }: Props) {
  const [asking, setAsking] = useState(false)
  const remove = useSingleMutation({
    mutationKey: ['account', account.id, 'delete'],
    mutationFn: () => callApi(deleteServiceAccount, { params: { id: account.id } }),
    onSuccess: onDeleted,
  })
  return (
    <>
      <Button variant="quiet" className={className} onClick={() => setAsking(true)}>
        Delete...
      </Button>
      {asking && (
        <Dialog
          title="Delete this service account?"
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
            {remove.error && (
              <Notice tone="bad">
                <p>{failureText(remove.error, 'Delete failed')}</p>
              </Notice>
            )}
            <p>
              Programs that use <span className="[overflow-wrap:anywhere]">{account.name}</span> are refused from now
              on. Records that they wrote stay.
            </p>
          </div>
        </Dialog>
      )}
    </>
  )
}
