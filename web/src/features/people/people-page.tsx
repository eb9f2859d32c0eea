import { listPeople } from '@app/contracts/calls/people'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { queryOf } from '#lib/call-query'
import { useIsAdmin } from '#lib/rights'
import { Button } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import type { Table } from './access-values'
import { InviteDialog } from './invite-dialog'
import { PeopleTabs } from './people-tabs'
import { PersonDialog } from './person-dialog'
import { PersonItem } from './person-item'
import { RightsOverview } from './rights-overview'

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
      <PeopleTabs />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-3xl">People</h2>
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
