import type { RecordPage } from '@app/contracts/tables'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#ui/button'
import { pageSizes, standardPageSize } from './list-view'

type Props = { page: RecordPage; onPage: (page: number) => void; onLimit: (limit: number) => void }

/** Where in the list one is, and the way on; only where there is more than one page. */
export function Pager({ page: { page, limit, total, totalPages }, onPage, onLimit }: Props) {
  // Whoever chose a larger page must be able to choose a smaller one again.
  const chose = limit !== standardPageSize && total > pageSizes[0]
  if (totalPages <= 1 && !chose) return null
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
