import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { recordsKey } from '#lib/record-keys'
import { useList } from '../state/list-context'
import { useNewRecordCount } from './use-new-record-count'

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
