import { defaultLimit } from '@app/table-schema/list-query'
import { Steps } from '#ui/page-steps'
import { pageSizes } from '../list-view'
import { useList } from '../state/list-context'

/** Position in the list and paging; hidden while there is only one page of the default size. */
export function Pager() {
  const {
    show,
    page: { data, error },
  } = useList()
  if (!data || error) return null
  const { page, limit, total, totalPages } = data
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
          onChange={(event) => show({ limit: Number(event.target.value) })}
          className="control control-small"
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      {totalPages > 1 && (
        <div className="flex flex-wrap items-center gap-3">
          <Steps page={page} pages={totalPages} onPage={(next) => show({ page: next })} back="Previous" on="Next" />
        </div>
      )}
    </nav>
  )
}
