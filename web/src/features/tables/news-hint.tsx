import type { Descriptor } from '@app/table-schema/descriptor'
import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { View } from './list-view'
import { useNews } from './use-news'

/** Tells that there is more than what is shown, and leaves it to the reader when to look. */
export function NewsHint({ schema, view, total }: { schema: Descriptor; view: View; total: number | undefined }) {
  const client = useQueryClient()
  const count = useNews(schema, view, total)
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <button
          type="button"
          onClick={() => client.invalidateQueries({ queryKey: ['records', schema.name] })}
          className="inline-flex min-h-9 items-center gap-2 rounded-full border border-good-line bg-good-soft px-4 font-semibold text-good text-sm hover:border-good"
        >
          <RefreshCw className="size-4" />
          {count} new - refresh
        </button>
      )}
    </div>
  )
}
