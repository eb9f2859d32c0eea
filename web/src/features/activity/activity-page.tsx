import { type AuditRecord, exportAudit, readAudit } from '@app/contracts/audit'
import { type AuditAction, auditActions, isBatchAction } from '@app/contracts/audit-actions'
import type { CallInput } from '@app/contracts/call-request'
import type { References } from '@app/contracts/tables'
import { dateFormat, schoolZone } from '@app/school-time/school-day'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { BatchChanges } from '#features/history/changes'
import { useSchema, useTableTitles } from '#features/records/list/use-schema'
import type { Titles } from '#lib/detail-words'
import { listPath } from '#lib/list-address'
import { trashPath } from '#lib/paths'
import { queryOf } from '#lib/queries'
import { Badge } from '#ui/badge'
import { DownloadButton } from '#ui/download-button'
import { InputFilter, ListFilters, PageSteps, SelectFilter } from '#ui/list-controls'
import { LoadState } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { actionTitle, entryWords, isWarning } from './entry-words'

const moments = dateFormat({ timeZone: schoolZone, dateStyle: 'medium', timeStyle: 'medium' }, 'en-US')

type Props = {
  entry: AuditRecord
  references: References
  titles: Titles
}

/** One entry: when, who, what, and the record as a link while it exists. */
function ActivityItem({ entry, references, titles }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { at, actor, action, table, recordId } = entry
  const known = table && recordId ? references[table]?.[recordId] : undefined
  const { what, where, details } = entryWords(entry, titles)
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-line border-b px-1 py-2.5 last:border-b-0 sm:grid-cols-[13rem_minmax(0,1fr)]">
      <time dateTime={at} className="text-muted text-sm tabular-nums sm:pt-0.5">
        {moments.format(new Date(at))}
      </time>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-1.5">
          <span className="font-semibold">{actor?.email ?? 'The product'}</span>
          {isWarning(action) ? <Badge label={what} tone="amber" /> : <span>{what}</span>}
          {/* The text ends before the name of the record, which is not known. */}
          {!known && what.endsWith(' of') && <span>a record</span>}
          {table && recordId && known && !known.deleted && (
            <a href={listPath({ table, record: recordId })} className="text-link">
              {known.label}
            </a>
          )}
          {known?.deleted && table && (
            <a href={trashPath(table)} className="text-link">
              {action === 'delete' || action === 'purge' ? 'a record' : 'a record that was deleted since'}
            </a>
          )}
          {where && <span className="text-muted">{where}</span>}
        </p>
        {details.map((line) => (
          <p key={line} className="text-muted text-sm">
            {line}
          </p>
        ))}
        {table && recordId && titles.has(table) && isBatchAction(action) && (
          <>
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className="text-link min-h-8 text-sm"
            >
              {isOpen ? 'Hide the records' : 'Show the records'}
            </button>
            {isOpen && <BatchRecords table={table} batch={recordId} isUndo={action === 'undo'} />}
          </>
        )}
      </div>
    </li>
  )
}

/** The records that a batch changed, with the schema of their table. */
function BatchRecords({ table, batch: id, isUndo }: { table: string; batch: string; isUndo: boolean }) {
  const schema = useSchema(table)
  return schema && <BatchChanges schema={schema} batch={{ id, isUndo }} />
}

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
