import { getAdminStatus } from '@app/contracts/account'
import { listRecords } from '@app/contracts/records'
import { createServiceAccount, listServiceAccounts, type ServiceAccount } from '@app/contracts/service-accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { accessSummary, type Table, useSharedTables } from '#features/people/access-values'
import { paths } from '#lib/paths'
import { queryOf, useCallMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { useIsAdmin } from '#lib/rights'
import { momentText } from '#lib/school-time'
import { factsText } from '#lib/words'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { LoadState } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { AccountDialog, AccountForm, proposedAccount, settingsOf } from './account-dialog'
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

type CreateAccountProps = { tables: readonly Table[]; names: readonly string[]; onClose: () => void }

/** Creates a service account beside those of these names, then shows its secret. */
function CreateAccount({ tables, names, onClose }: CreateAccountProps) {
  const client = useQueryClient()
  useRecentSignIn('A new service account', createServiceAccount)
  const [values, setValues] = useState(() => proposedAccount(tables, names))
  const create = useCallMutation(createServiceAccount, {
    input: () => ({ body: settingsOf(values, null) }),
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
      saving={create}
      texts={{ submit: 'Create', busy: 'Creating...', failure: 'The account could not be created' }}
      onChange={setValues}
      onClose={onClose}
    />
  )
}

type AccountItemProps = { account: ServiceAccount; tables: readonly Table[]; onOpen: () => void }

function lastUse(secrets: ServiceAccount['secrets']): string {
  if (secrets.length === 0) return 'No secret'
  const last = secrets
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .toSorted()
    .at(-1)
  return last ? `Last used ${momentText(last)}` : 'Not used yet'
}

/** One service account: what it may do, when it was last used, when it ends. */
function AccountItem({ account, tables, onOpen }: AccountItemProps) {
  const { id, name, rights, state, secrets, expiresAt, networks, owner } = account
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-xl border border-line bg-card p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          {state === 'expired' && <Badge label="Expired" tone="red" />}
          {state === 'ownerless' && <Badge label="No owner" tone="red" />}
          {secrets.length > 1 && <Badge label="Two secrets" tone="amber" />}
        </p>
        <p className="text-sm">{accessSummary({ role: 'staff', rights, exports: [] }, tables)}</p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          {factsText([
            lastUse(secrets),
            expiresAt ? `Expires ${momentText(expiresAt)}` : 'Does not expire',
            networks.length > 0 && `From ${networks.join(', ')}`,
            owner && `Owner ${owner.email}`,
          ])}
        </p>
      </div>
      <Link
        href={`${paths.activity}?who=${id}`}
        className="text-link min-h-11 content-center"
        aria-label={`Activity of ${name}`}
      >
        Activity
      </Link>
      <button type="button" className="text-link min-h-11" aria-label={`Edit ${name}`} onClick={onOpen}>
        Edit
      </button>
    </li>
  )
}

/** The access of programs: create, change, rotate, revoke. */
export function AccountsPage({ tables }: { tables: readonly Table[] }) {
  usePageTitle('Service accounts')
  const isAdmin = useIsAdmin()
  const { data, error, refetch } = useQuery(queryOf(listServiceAccounts))
  const accounts = data?.data
  const [search, setSearch] = useSearchParams()
  const [opened, setOpened] = useState<string | null>(null)
  const open = accounts?.find(({ id }) => id === opened)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">Service accounts</h2>
        {isAdmin && (
          <Button onClick={() => setSearch({ new: 'yes' }, { replace: true })}>
            <KeyRound className="size-5" />
            Create a service account
          </Button>
        )}
      </div>
      <p className="max-w-prose text-muted">
        A service account lets a program use the school's data, such as a booking site or a bookkeeper's export, with
        its own rights. History and activity name it.
      </p>
      <LoadState query={{ data: accounts, error, refetch }} what="service accounts" />
      {accounts?.length === 0 && <p>No service accounts yet.</p>}
      {accounts && accounts.length > 0 && (
        <ul aria-label="Service accounts" className="grid gap-3">
          {accounts.map((account) => (
            <AccountItem key={account.id} account={account} tables={tables} onOpen={() => setOpened(account.id)} />
          ))}
        </ul>
      )}
      {/* The proposed name is none of those that are known. */}
      {isAdmin && tables.length > 0 && (data || error) && search.has('new') && (
        <CreateAccount
          tables={tables}
          names={accounts?.map(({ name }) => name) ?? []}
          onClose={() => setSearch({}, { replace: true })}
        />
      )}
      {open && <AccountDialog key={open.id} account={open} tables={tables} onClose={() => setOpened(null)} />}
    </>
  )
}

/** The page with the tables that rights are given for. */
export const ServiceAccounts = () => <AccountsPage tables={useSharedTables()} />
