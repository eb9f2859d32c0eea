import type { RecordPage } from '@app/contracts/tables'
import { Button } from '../../ui/button'

/** Where in the list one is, and the way on; only where there is more than one page. */
export function Pager({
  page: { page, limit, total, totalPages },
  onPage,
}: {
  page: RecordPage
  onPage: (page: number) => void
}) {
  if (totalPages <= 1) return null
  const first = (page - 1) * limit + 1
  const last = Math.min(page * limit, total)

  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p role="status" className="text-muted">
        Showing {first} to {last} of {total} results
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button look="outline" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <p>
          Page {page} of {totalPages}
        </p>
        <Button look="outline" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  )
}
