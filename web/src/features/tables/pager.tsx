import type { RecordPage } from '@app/contracts/tables'
import { defaultLimit } from '@app/table-schema/list-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#ui/button'
import { pageSizes } from './list-view'

type Props = { page: RecordPage; onPage: (page: number) => void; onLimit: (limit: number) => void }

/** Position in the list and paging; hidden while there is only one page of the default size. */
export function Pager({ page: { page, limit, total, totalPages }, onPage, onLimit }: Props) {
  // A larger page can be changed back.
  const isResized = limit !== defaultLimit && total > pageSizes[0]
  if (totalPages <= 1 && !isResized) return null
  const first = (page - 1) * limit + 1
  const last = Math.min(page * limit, total)

  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-x-5 gap-y-2 text-[0.95rem]">
      {totalPages > 1 && (
        <p role="status" className="mr-auto text-muted">
          Showing {first} to {last} of {total} results
        </p>
      )}
      <label className="flex items-center gap-2 text-muted first:mr-auto">
        Rows per page
        <select
          value={limit}
          onChange={(event) => onLimit(Number(event.target.value))}
          className="control control-small"
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      {totalPages > 1 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="small" variant="outline" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft className="size-4" />
            Previous
          </Button>
          <p>
            Page {page} of {totalPages}
          </p>
          <Button size="small" variant="outline" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
            Next
            <ChevronRight className="size-4" />
          </Button>
        </div>
      )}
    </nav>
  )
}
