import { comparable } from '@app/contracts/comparable'
import {
  type AccountSettings,
  addAccountSecret,
  changeServiceAccount,
  deleteAccountSecret,
  deleteServiceAccount,
  listServiceAccounts,
  maxSecrets,
  type ServiceAccount,
} from '@app/contracts/service-accounts'
import { ownTable } from '@app/contracts/users'
import { schoolDay } from '@app/school-time/school-day'
import { type ReactNode, useState } from 'react'
import { type AccessValues, emptyAccess, type Table } from '#features/people/access-values'
import { RightsFields } from '#features/people/rights-fields'
import { useCallMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { dateText, momentText } from '#lib/school-time'
import { SmallButton } from '#ui/button'
import { ConfirmDelete } from '#ui/confirm-delete'
import { SelectField, TextAreaField, TextField } from '#ui/field'
import { fieldsOf } from '#ui/form-values'
import { Failure } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { SavingDialog, type SavingProps } from '#ui/saving-dialog'
import { useDone } from '#ui/toast'
import { NewSecret } from './new-secret'

/** When an account ends: after some days from now, never, or as it is. */
type Expiry = '30' | '90' | '365' | 'never' | 'kept'

type AccountValues = { access: AccessValues; networks: string; expiry: Expiry }

/**
 * A new account: it reads the lessons, which are the least personal, until its rights are chosen.
 * @param names of the other accounts, which it cannot have
 */
export function proposedAccount(tables: readonly Table[], names: readonly string[]): AccountValues {
  const rights: AccessValues['rights'] = tables.some(({ name }) => name === ownTable) ? { [ownTable]: 'view' } : {}
  const plain = `Script of ${dateText(schoolDay())}`
  const known = new Set(names.map(comparable))
  let name = plain
  for (let at = 2; at <= names.length + 1 && known.has(comparable(name)); at++) name = `${plain} (${at})`
  return { access: { ...emptyAccess, name, rights }, networks: '', expiry: '90' }
}

const valuesOf = ({ name, rights, exports, networks }: ServiceAccount): AccountValues => ({
  access: { ...emptyAccess, name, rights, exports },
  networks: networks.join('\n'),
  expiry: 'kept',
})

const dayMs = 24 * 60 * 60 * 1_000

/** @param kept the expiry that the account has */
export function settingsOf({ access, networks, expiry }: AccountValues, kept: string | null): AccountSettings {
  const expiresAt =
    expiry === 'kept' ? kept : expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * dayMs).toISOString()
  const { name, exports } = access
  // The form does not offer it; the server refuses it.
  const rights = access.rights as AccountSettings['rights']
  return { name, rights, exports, expiresAt, networks: networks.split(/[\s,]+/).filter(Boolean) }
}

const terms: readonly { value: Expiry; label: string }[] = [
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: 'never', label: 'never' },
]

type AccountFormProps = SavingProps & {
  values: AccountValues
  tables: readonly Table[]
  /** The expiry that the account has; left out for a new one. */
  kept?: string | null
  children?: ReactNode
  onChange: (values: AccountValues) => void
}

/** The dialog that sets what a program may do. */
export function AccountForm({ values, tables, kept, children, onChange, ...dialog }: AccountFormProps) {
  const asIs = { value: 'kept' as const, label: kept ? `as it is: ${momentText(kept)}` : 'as it is: never' }
  return (
    <SavingDialog {...dialog} head={children}>
      {(id, errors) => {
        const { access } = values
        const change = (changed: Partial<AccountValues>) => onChange({ ...values, ...changed })
        const field = fieldsOf(id, values, change, errors)
        return (
          <>
            <TextField
              {...fieldsOf(
                id,
                access,
                ({ name }) => change({ access: { ...access, name: name! } }),
                errors,
              )('name', 'Name')}
              required
              maxLength={80}
              autoComplete="off"
              placeholder="Booking site"
            />
            <RightsFields values={access} tables={tables} ofProgram onChange={(next) => change({ access: next })} />
            <SelectField
              {...field('expiry', 'Expires')}
              placeholder=""
              options={kept === undefined ? terms : [asIs, ...terms]}
              error={errors?.expiresAt}
            />
            <TextAreaField
              {...field('networks', 'Allowed networks (optional, one per line)')}
              rows={2}
              placeholder="203.0.113.0/24"
            />
          </>
        )
      }}
    </SavingDialog>
  )
}

type SecretsProps = { account: ServiceAccount; onChange: () => void }

/** The secrets of an account: a second one, then the first is revoked. */
function Secrets({ account: { id, secrets }, onChange }: SecretsProps) {
  const add = useCallMutation(addAccountSecret, {
    input: { params: { id } },
    onSettled: onChange,
  })
  const revoke = useCallMutation(deleteAccountSecret, {
    about: id,
    input: (n: number) => ({ params: { id, n: String(n) } }),
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
  const save = useCallMutation(changeServiceAccount, {
    about: account.id,
    input: () => ({ params: { id: account.id }, body: settingsOf(values, account.expiresAt) }),
    onSuccess: ({ name }) => done(`Saved ${name}`),
  })
  const remove = useCallMutation(deleteServiceAccount, {
    input: { params: { id: account.id } },
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
