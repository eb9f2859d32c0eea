import { getAdminStatus } from '@app/contracts/account'
import { listRecords } from '@app/contracts/records'
import { createServiceAccount, listServiceAccounts } from '@app/contracts/service-accounts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Table } from '#features/people/access-values'
import { callApi } from '#lib/call-api'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { AccountForm, proposedAccount, settingsOf } from './account-form'
import { CopyText, NewSecret } from './new-secret'

/** A text as one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A call that answers at once: a few records of the first table that the account may see, else what it may do. */
function firstCall(
  origin: string,
  secret: string,
  { rights, tables }: { rights: Readonly<Record<string, unknown>>; tables: readonly Table[] },
): string {
  const table = tables.find(({ name, hasNoExport }) => !hasNoExport && Object.hasOwn(rights, name))
  const path = table ? `${listRecords.path.replace(':table', table.name)}?limit=5` : getAdminStatus.path
  return `curl --fail-with-body -sS ${quoted(origin + path)} -H ${quoted(`Authorization: Bearer ${secret}`)}`
}

type Props = { tables: readonly Table[]; names: readonly string[]; onClose: () => void }

/** Creates a service account beside those of these names, then shows its secret. */
export function CreateAccount({ tables, names, onClose }: Props) {
  const client = useQueryClient()
  useRecentSignIn('A new service account', createServiceAccount)
  const [values, setValues] = useState(() => proposedAccount(tables, names))
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
          <CopyText
            label="A first call, with the secret filled in"
            name="the call"
            text={firstCall(location.origin, create.data.secret, { rights: values.access.rights, tables })}
          />
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
