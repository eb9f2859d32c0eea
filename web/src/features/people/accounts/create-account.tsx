import { createServiceAccount, listServiceAccounts } from '@app/contracts/calls/service-accounts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import type { Table } from '../access-values'
import { AccountForm } from './account-form'
import { emptyAccount, settingsOf } from './account-values'
import { NewSecret } from './new-secret'

type Props = { tables: readonly Table[]; onClose: () => void }

/** Creates a service account, then shows its secret. */
export function CreateAccount({ tables, onClose }: Props) {
  const client = useQueryClient()
  const [values, setValues] = useState(emptyAccount)
  const create = useSingleMutation({
    mutationKey: ['create-account'],
    mutationFn: () => callApi(createServiceAccount, { body: settingsOf(values, null) }),
    onSuccess: () => client.invalidateQueries({ queryKey: [listServiceAccounts.id] }),
  })
  if (create.data)
    return (
      <Dialog title={values.access.name} onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
        <div className="grid gap-4">
          <NewSecret secret={create.data.secret} />
          <p className="text-muted">
            The program sends it as <code>Authorization: Bearer</code> with each request.
          </p>
        </div>
      </Dialog>
    )
  return (
    <AccountForm
      title="Create a service account"
      values={values}
      tables={tables}
      saving={{ ...create, mutate: () => create.mutate() }}
      texts={{ submit: 'Create', busy: 'Creating...', failure: 'The account could not be created' }}
      onChange={setValues}
      onClose={onClose}
    />
  )
}
