import { useSearchParams } from 'wouter'
import { PeoplePage } from '#features/people/people-page'
import { useSharedTables } from './shared-tables'

/** The people page with the tables that rights are given for. */
export function People() {
  const [search] = useSearchParams()
  return <PeoplePage tables={useSharedTables()} invite={search.get('invite')} />
}
