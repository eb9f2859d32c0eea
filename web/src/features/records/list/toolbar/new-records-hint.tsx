import { minutes } from '@app/contracts/durations'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { recordsKey } from '#lib/records'
import { usePresence } from '#lib/use-presence'
import type { View } from '../list-view'
import { useList } from '../state/list-context'
import { totalQuery } from '../tables.api'

/** Announces records added since the list was loaded; the list changes only when the person refreshes it. */
export function NewRecordsHint() {
  const { schema, view, page } = useList()
  const client = useQueryClient()
  const count = useNewRecordCount(schema, view, page.data?.total)
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <button
          type="button"
          onClick={() => client.invalidateQueries({ queryKey: recordsKey(schema.name) })}
          className="inline-flex min-h-9 items-center gap-2 rounded-full border border-good-line bg-good-soft px-4 font-semibold text-good text-sm hover:border-good"
        >
          <RefreshCw className="size-4" />
          {count} new - refresh
        </button>
      )}
    </div>
  )
}

const intervalMs = minutes(1)

/** The number of matching records added since the list was loaded. Polls only while the person is active. */
function useNewRecordCount(schema: TableSchema, view: View, shownTotal: number | undefined) {
  const isPresent = usePresence()
  const { data } = useQuery({
    ...totalQuery(schema, view, shownTotal),
    staleTime: intervalMs / 4,
    refetchInterval: isPresent ? intervalMs : false,
    refetchOnWindowFocus: true,
  })
  return data !== undefined && shownTotal !== undefined ? Math.max(0, data - shownTotal) : 0
}
