import { minutes } from '@app/contracts/durations'
import type { Descriptor } from '@app/table-schema/descriptor'
import { useQuery } from '@tanstack/react-query'
import { usePresence } from '#lib/use-presence'
import type { View } from './list-view'
import { fetchTotal } from './tables.api'

const every = minutes(1)

/** How many more records there are than the list that is shown knows of. Asked gently, and only while someone is there. */
export function useNews(schema: Descriptor, view: View, shownTotal: number | undefined) {
  const present = usePresence()
  const { q, filters } = view
  const { data } = useQuery({
    queryKey: ['records', schema.name, 'total', q, filters, shownTotal],
    queryFn: ({ signal }) => fetchTotal(schema, view, signal),
    enabled: shownTotal !== undefined,
    initialData: shownTotal,
    staleTime: every / 4,
    refetchInterval: present ? every : false,
    refetchOnWindowFocus: true,
    retry: false,
  })
  return data !== undefined && shownTotal !== undefined ? Math.max(0, data - shownTotal) : 0
}
