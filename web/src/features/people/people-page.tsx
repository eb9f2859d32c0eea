import { listPeople } from '@app/contracts/people'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { queryOf } from '#lib/call-query'
import { useIsAdmin } from '#lib/rights'
import { Button } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import type { Table } from './access-values'
import { InviteDialog } from './invite-dialog'
import { PersonDialog } from './person-dialog'
import { PersonItem } from './person-item'
import { RightsOverview } from './rights-overview'
import { useSharedTables } from './shared-tables'

type Props = {
  tables: readonly Table[]
  /** An address to invite at once, as from the mail of an access request. */

  invite: string | null
}

/** People with access to the dashboard: invite, change, disable, delete. */
export function PeoplePage({ tables, invite }: Props) {
  usePageTitle('People')
  const isAdmin = useIsAdmin()
  const { data, error, refetch } = useQuery(queryOf(listPeople))
  const people = data?.data
  const [inviting, setInviting] = useState(invite)
  const [opened, setOpened] = useState<string | null>(null)
  const open = people?.find(({ id }) => id === opened)

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">People</h2>
        {isAdmin && (
          <Button onClick={() => setInviting('')}>
            <UserPlus className="size-5" />
            Invite a person
          </Button>
        )}
      </div>
      {error && (
        <LoadError error={error} fallback="Failed to load people" isOutdated={!!people} onRetry={() => refetch()} />
      )}
      {!people && !error && <Loading>Loading people...</Loading>}
      {people && (
        <>
          <ul aria-label="People" className="grid gap-3">
            {people.map((person) => (
              <PersonItem
                key={person.id}
                person={person}
                tables={tables}
                onOpen={() => setOpened(person.id)}
                onInvite={() => setInviting(person.email)}
              />
            ))}
          </ul>
          <RightsOverview people={people} tables={tables} />
        </>
      )}
      {isAdmin && inviting !== null && (
        <InviteDialog tables={tables} email={inviting} onClose={() => setInviting(null)} />
      )}
      {open && <PersonDialog key={open.id} person={open} tables={tables} onClose={() => setOpened(null)} />}
    </>
  )
}

/** The page with the tables that rights are given for. */
export function People() {
  const [search] = useSearchParams()
  return <PeoplePage tables={useSharedTables()} invite={search.get('invite')} />
}
