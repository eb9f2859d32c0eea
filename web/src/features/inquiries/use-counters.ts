import { minutes } from '@app/contracts/durations'
import { useQuery } from '@tanstack/react-query'
import { usePresence } from '#lib/use-presence'
import { fetchCounters, inquiryTable } from './inquiries.api'

/** How many inquiries wait for what. Under the key of the table's records: what changes those changes the counters. */
export const useCounters = (every: number | false = false) =>
  useQuery({
    queryKey: ['records', inquiryTable, 'counters'],
    queryFn: ({ signal }) => fetchCounters(signal),
    refetchInterval: every,
    staleTime: minutes(1) / 4,
  })

/** The same, asked for again each minute while the page is seen and somebody is there. */
export const useFreshCounters = () => useCounters(usePresence() && minutes(1))
