import { wordsOf } from '@app/table-schema/field'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { schemasQuery } from '#features/list/tables.api'
import { PeoplePage } from '#features/people/people-page'

/** The people page with the tables that rights are given for. */
export function People() {
  const { data } = useQuery(schemasQuery)
  const [search] = useSearchParams()
  // The table of people is for admins alone.
  const shared = (data?.tables ?? []).filter(({ name }) => name !== 'users')
  const tables = shared.map(({ name, title }) => ({ name, title: title ?? wordsOf(name) }))
  return <PeoplePage tables={tables} invite={search.get('invite')} />
}
