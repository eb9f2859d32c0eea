import {
  addAccountSecret,
  changeServiceAccount,
  deleteAccountSecret,
  deleteServiceAccount,
  listServiceAccounts,
  maxSecrets,
  type ServiceAccount,
} from '@app/contracts/service-accounts'
import { useState } from 'react'
import type { Table } from '#features/people/access-values'
import { callApi } from '#lib/call-api'
import { useSingleMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { momentText } from '#lib/school-time'
import { SmallButton } from '#ui/button'
import { ConfirmDelete } from '#ui/confirm-delete'
import { Failure } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { useDone } from '#ui/toast'
import { AccountForm, settingsOf, valuesOf } from './account-form'
import { NewSecret } from './new-secret'

type SecretsProps = { account: ServiceAccount; onChange: () => void }

/** The secrets of an account: a second one, then the first is revoked. */
function Secrets({ account: { id, secrets }, onChange }: SecretsProps) {
  const add = useSingleMutation({
    mutationKey: ['add-secret', id],
    mutationFn: () => callApi(addAccountSecret, { params: { id } }),
    onSettled: onChange,
  })
  const revoke = useSingleMutation({
    mutationKey: ['revoke-secret', id],
    mutationFn: (n: number) => callApi(deleteAccountSecret, { params: { id, n: String(n) } }),
    onSettled: onChange,
  })
  const failure = add.error ?? revoke.error
  return (
    <section aria-label="Secrets" className="grid gap-3">
      <h3 className="font-semibold">Secrets</h3>
      <Failure error={failure} fallback="The secrets could not be changed" />
      {add.data && <NewSecret secret={add.data.secret} />}
      {secrets.length === 0 && <p className="text-muted">No secret: the account cannot be used.</p>}
      <ul className="grid gap-2">
        {secrets.map(({ n, createdAt, lastUsedAt }) => (
          <li key={n} className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-2">
            <span>
              Secret {n}, created {momentText(createdAt)}
              <span className="block text-muted text-sm">
                {lastUsedAt ? `Last used ${momentText(lastUsedAt)}` : 'Not used yet'}
              </span>
            </span>
            <SmallButton aria-label={`Revoke secret ${n}`} disabled={revoke.isPending} onClick={() => revoke.mutate(n)}>
              Revoke
            </SmallButton>
          </li>
        ))}
      </ul>
      {secrets.length < maxSecrets && (
        <SmallButton disabled={add.isPending} onClick={() => add.mutate()}>
          {add.isPending ? 'Adding...' : 'Add a secret'}
        </SmallButton>
      )}
    </section>
  )
}

type Props = { account: ServiceAccount; tables: readonly Table[]; onClose: () => void }

/** Changes what a program may do, and rotates or revokes its secrets. */
export function AccountDialog({ account, tables, onClose }: Props) {
  const { reload, done } = useDone(listServiceAccounts, onClose)
  useRecentSignIn('A change of a service account', changeServiceAccount)
  const [values, setValues] = useState(() => valuesOf(account))
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
      saving={save}
      texts={{ submit: 'Save', busy: 'Saving...', failure: 'Save failed' }}
      onChange={setValues}
      onClose={onClose}
      actions={
        <ConfirmDelete title="Delete this service account?" call={deleteServiceAccount} remove={remove}>
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
