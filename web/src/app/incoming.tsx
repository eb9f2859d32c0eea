import { useQuery } from '@tanstack/react-query'
import { schemasQuery } from '#features/list/tables.api'
import { IncomingPage } from '#features/people/incoming/incoming-page'

/** Hooks and calendars, with the tables that bookings may be imported into. */
export function Incoming() {
  const { data } = useQuery(schemasQuery)
  const tables = (data?.tables ?? []).filter(({ name, creatable }) => name !== 'users' && creatable !== false)
  return <IncomingPage tables={tables} />
}
