import {
  changeServiceAccount,
  deleteServiceAccount,
  listServiceAccounts,
  type ServiceAccount,
} from '@app/contracts/service-accounts'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Table } from '#features/people/access-values'
import { callApi } from '#lib/call-api'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { useSingleMutation } from '#lib/use-single-mutation'
import { ConfirmDelete } from '#ui/confirm-delete'
import { Notice } from '#ui/notice'
import { showToastAtom } from '#ui/toast'
import { AccountForm, settingsOf, valuesOf } from './account-form'
import { Secrets } from './secrets'

type Props = { account: ServiceAccount; tables: readonly Table[]; onClose: () => void }

/** Changes what a program may do, and rotates or revokes its secrets. */
export function AccountDialog({ account, tables, onClose }: Props) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  useRecentSignIn('A change of a service account', changeServiceAccount)
  const [values, setValues] = useState(() => valuesOf(account))
  const reload = () => client.invalidateQueries({ queryKey: [listServiceAccounts.id] })
  const done = (text: string) => {
    reload()
    showToast({ text })
    onClose()
  }
  const save = useSingleMutation({
    mutationKey: ['account', account.id],
    mutationFn: () =>
      callApi(changeServiceAccount, { params: { id: account.id }, body: settingsOf(values, account.expiresAt) }),
    onSuccess: ({ name }) => done(`Saved ${name}`),
  })
  const remove = useSingleMutation({
    mutationKey: ['account', account.id, 'delete'],
    mutationFn: () => callApi(deleteServiceAccount, { params: { id: account.id } }),
    onSuccess: () => done(`Deleted ${account.name}`),
  })
  return (
    <AccountForm
      title={account.name}
      values={values}
      tables={tables}
      kept={account.expiresAt}
      saving={{ ...save, mutate: () => save.mutate() }}
      texts={{ submit: 'Save', busy: 'Saving...', failure: 'Save failed' }}
      onChange={setValues}
      onClose={onClose}
      actions={
        <ConfirmDelete
          title="Delete this service account?"
          call={deleteServiceAccount}
          remove={{ ...remove, mutate: () => remove.mutate() }}
        >
          <p>
            Programs that use <span className="[overflow-wrap:anywhere]">{account.name}</span> are refused from now on.
            Their records are kept.
          </p>
        </ConfirmDelete>
      }
    >
      {account.state === 'ownerless' && (
        <Notice tone="warn">
          <p>The owner is no longer an active admin, so the account is refused. Save it to become its owner.</p>
        </Notice>
      )}
      <Secrets account={account} onChange={reload} />
    </AccountForm>
  )
}
