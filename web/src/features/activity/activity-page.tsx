import { exportAudit, readAudit } from '@app/contracts/audit'
import type { CallInput } from '@app/contracts/call-request'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { useTableTitles } from '#features/records/list/table-titles'
import { queryOf } from '#lib/call-query'
import { DownloadButton } from '#ui/download-button'
import { LoadError, Loading } from '#ui/load-state'
import { PageSteps } from '#ui/page-steps'
import { usePageTitle } from '#ui/page-title'
import { ActivityFilters, type FilterValues, filtersIn } from './activity-filters'
import { ActivityItem } from './activity-item'

/** Everything in the audit as one stream, newest first, for admins. */
export function ActivityPage() {
  usePageTitle('Activity')
  const [search, setSearch] = useSearchParams()
  const filters = filtersIn(search)
  const query = filters as CallInput<typeof exportAudit>['query']
  const page = Number(search.get('page')) || 1
  const { data, error, refetch } = useQuery({
    ...queryOf(readAudit, { query: { ...query, page: String(page) } }),
    placeholderData: keepPreviousData,
  })
  const tables = useTableTitles()
  const titles = new Map(tables.map(({ name, ...table }) => [name, table]))

  const show = (change: FilterValues & { page?: string }) =>
    setSearch(Object.fromEntries(Object.entries({ ...filters, ...change }).filter(([, value]) => value)), {
      replace: true,
    })

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="text-2xl">Activity</h2>
          <p className="text-muted">Who did what. Nothing here can be changed or deleted.</p>
        </div>
        <DownloadButton call={exportAudit} input={{ query }} name="activity.csv">
          <Download className="size-4" />
          Export CSV
        </DownloadButton>
      </div>
      <ActivityFilters tables={tables} filters={filters} onChange={show} />
      {error && (
        <LoadError error={error} fallback="Failed to load the activity" isOutdated={!!data} onRetry={() => refetch()} />
      )}
      {!data && !error && <Loading>Loading the activity...</Loading>}
      {data && (
        <>
          {data.data.length === 0 && <p className="py-8 text-center text-muted">Nothing matches.</p>}
          <ol aria-label="Activity, newest first" className="rounded-xl border border-line bg-card px-3 empty:hidden">
            {data.data.map((entry) => (
              <ActivityItem key={entry.id} entry={entry} titles={titles} references={data.references} />
            ))}
          </ol>
          <PageSteps page={page} hasMore={data.more} onPage={(next) => show({ page: String(next) })} />
        </>
      )}
    </>
  )
}
