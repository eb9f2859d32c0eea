import { exportAudit, readAudit } from '@app/contracts/audit'
import { type AuditAction, auditActions } from '@app/contracts/audit-actions'
import type { CallInput } from '@app/contracts/call-request'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { useTableTitles } from '#features/records/list/use-schema'
import { queryOf } from '#lib/queries'
import { DownloadButton } from '#ui/download-button'
import { InputFilter, ListFilters, SelectFilter } from '#ui/list-filters'
import { LoadState } from '#ui/load-state'
import { PageSteps } from '#ui/page-steps'
import { usePageTitle } from '#ui/page-title'
import { ActivityItem } from './activity-item'
import { actionTitle } from './activity-words'

const filterNames = ['who', 'action', 'table', 'record', 'from', 'to'] as const
type FilterValues = Partial<Record<(typeof filterNames)[number], string>>

/** The filters in the address; an unknown action is none. */
function filtersIn(search: URLSearchParams): FilterValues {
  const given = filterNames.flatMap((name) => {
    const value = search.get(name)
    const isUsable = value && (name !== 'action' || auditActions.includes(value as AuditAction))
    return isUsable ? [[name, value]] : []
  })
  return Object.fromEntries(given)
}

type ActivityFiltersProps = {
  tables: readonly { name: string; title: string }[]
  filters: FilterValues
  onChange: (change: FilterValues) => void
}

const actions = auditActions.map((name) => ({ name, title: actionTitle(name) }))

/** Which entries are shown. */
const ActivityFilters = ({ tables, filters, onChange }: ActivityFiltersProps) => (
  <ListFilters>
    <InputFilter
      label="Who"
      type="search"
      placeholder="Part of an address"
      defaultValue={filters.who}
      maxLength={200}
      onValue={(who) => onChange({ who })}
    />
    <SelectFilter
      label="What"
      all="Everything"
      options={actions}
      value={filters.action ?? ''}
      onValue={(action) => onChange({ action })}
    />
    <SelectFilter
      label="Table"
      all="All tables"
      options={tables}
      value={filters.table ?? ''}
      onValue={(table) => onChange({ table, record: '' })}
    />
    <InputFilter
      label="From"
      type="date"
      value={filters.from ?? ''}
      max={filters.to}
      onValue={(from) => onChange({ from })}
    />
    <InputFilter
      label="To"
      type="date"
      value={filters.to ?? ''}
      min={filters.from}
      onValue={(to) => onChange({ to })}
    />
  </ListFilters>
)

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
      <LoadState query={{ data, error, refetch }} what="the activity" />
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
