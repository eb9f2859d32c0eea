import { readAbout } from '@app/contracts/calls/account'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#lib/call-query'

/** The version that runs, for staff who report a fault. Nothing while it is not known. */
export function About() {
  const { data } = useQuery(queryOf(readAbout))
  if (!data) return null
  return <p className="text-muted text-sm">Archery school, version {data.version}</p>
}
