import { deletePerson } from '@app/contracts/calls/people'
import type { Person } from '@app/contracts/people'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'

type Props = { person: Person; onDeleted: () => void; className?: string }

/** Deletes a person after a confirmation. */
export function DeletePerson({ person, onDeleted, className }: Props) {
  const [asking, setAsking] = useState(false)
  const remove = useSingleMutation({
    mutationKey: ['person', person.id, 'delete'],
    mutationFn: () => callApi(deletePerson, { params: { id: person.id } }),
    onSuccess: onDeleted,
  })
  return (
    <>
      <Button variant="quiet" className={className} onClick={() => setAsking(true)}>
        Delete...
      </Button>
      {asking && (
        <Dialog
          title="Delete this person?"
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
              <span className="[overflow-wrap:anywhere]">{person.email}</span> is signed out everywhere and loses all
              rights. Records that this person wrote stay. To keep the rights for later, disable the person instead.
            </p>
          </div>
        </Dialog>
      )}
    </>
  )
}
