import { minutes } from '@app/contracts/durations'
import { useQuery } from '@tanstack/react-query'
import { usePresence } from '#lib/use-presence'
import { countersQuery } from './inquiries.queries'

export const useCounters = () => useQuery(countersQuery)

/** Refreshed every minute while the page is visible and in use. */
export function usePolledCounters() {
  const present = usePresence()
  return useQuery({ ...countersQuery, refetchInterval: present && minutes(1) })
}
