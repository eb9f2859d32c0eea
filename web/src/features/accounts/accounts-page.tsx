import { listServiceAccounts } from '@app/contracts/service-accounts'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Table } from '#features/people/access-values'
import { useSharedTables } from '#features/people/shared-tables'
import { queryOf } from '#lib/call-query'
import { useIsAdmin } from '#lib/rights'
import { Button } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { AccountDialog } from './account-dialog'
import { AccountItem } from './account-item'
import { CreateAccount } from './create-account'

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
      {error && (
        <LoadError
          error={error}
          fallback="Failed to load service accounts"
          isOutdated={!!accounts}
          onRetry={() => refetch()}
        />
      )}
      {!accounts && !error && <Loading>Loading service accounts...</Loading>}
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
