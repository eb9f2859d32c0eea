import { minutes } from '@app/contracts/durations'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { usePresence } from '#lib/use-presence'
import type { View } from '../list-view'
import { totalQuery } from '../tables.api'

const intervalMs = minutes(1)

/** How many matching records were added since the list was loaded. Polls only while the person is active. */
export function useNewRecordCount(schema: TableSchema, view: View, shownTotal: number | undefined) {
  const isPresent = usePresence()
  const { data } = useQuery({
    ...totalQuery(schema, view, shownTotal),
    staleTime: intervalMs / 4,
    refetchInterval: isPresent ? intervalMs : false,
    refetchOnWindowFocus: true,
  })
  return data !== undefined && shownTotal !== undefined ? Math.max(0, data - shownTotal) : 0
}
