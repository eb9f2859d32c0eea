import { minutes } from '@app/contracts/durations'
import { ownTable } from '@app/contracts/users'
import { tabLabel } from '@app/table-schema/cell'
import { defaultLimit } from '@app/table-schema/list-query'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Download, Plus, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { recordsKey } from '#lib/records'
import { useRights, useSeesOwnOnly } from '#lib/rights'
import type { HeadingActionProps } from '#lib/table-extension'
import { usePresence } from '#lib/use-presence'
import { numberText, plural, sizeText } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { onDemand } from '#ui/chunk'
import { option } from '#ui/field'
import { Spinner } from '#ui/icon'
import { Steps } from '#ui/list-controls'
import { Notice } from '#ui/notice'
import { Popover } from '#ui/popover'
import { phone, useMedia } from '#ui/use-media'
import type { ExportChoices } from '../export/export-menus'
import { type ExportState, useExport } from '../export/use-export'
import { pageSizes, type View } from '../list-view'
import { useAddRecord, useList } from '../state/list-provider'
import { totalQuery } from '../tables.api'

const ExportForm = onDemand(() => import('../export/export-menus').then((file) => file.ExportForm))

/** The options of an export below a button of their own. */
const ExportOptionsMenu = (props: ExportChoices) => (
  <Popover
    label="Export options"
    triggerLabel="Export options"
    align="right"
    trigger={<ChevronDown className="size-4" />}
    className="grid min-h-9 w-9 place-items-center rounded-control border-2 border-edge bg-card hover:border-forest hover:bg-sunken"
  >
    {(close) => <ExportForm {...props} close={close} />}
  </Popover>
)

type Props = {
  /** The ids of records that an export may be restricted to. */
  selected: ReadonlySet<string>
  /** Further actions of the table: as buttons, or what `menu` makes of them. */
  actions: (menu?: HeadingActionProps['children']) => ReactNode
}

const FilesMenu = onDemand(() => import('../export/export-menus').then((file) => file.FilesMenu))

/** Title and size of the list, its export and the button that adds a record. */
export function ListHeading({ selected, actions }: Props) {
  const { schema, view, page } = useList()
  const exporting = useExport(schema, view)
  const mayExport = useRights()(schema.name, 'export')
  const isOwn = useSeesOwnOnly(schema.name)
  const addRecord = useAddRecord()
  const total = page.data?.total
  const isRunning = exporting.state.kind === 'running'
  const isPhone = useMedia(phone, false)
  const choices = { selected, isRunning, onExport: exporting.start }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 max-md:gap-y-1.5">
        <div className="mr-auto grid min-w-0 sm:min-w-52 sm:flex-1">
          <h2 className="text-xl [overflow-wrap:anywhere]">
            {tabLabel(schema)}
            {/* With its room before. */}
            <span className={total === undefined ? 'invisible' : undefined}>
              {` (${total ?? '00'} ${plural(total ?? 0, 'record')})`}
            </span>
          </h2>
          {isOwn && (
            <p className="text-muted text-sm">
              {schema.name === ownTable ? 'Your own lessons' : 'The students in your own lessons'}
            </p>
          )}
          {/* On one line next to an open record, so that the list stays where it is. */}
          {schema.description && (
            <p title={schema.description} className="truncate text-muted text-sm compact:hidden">
              {schema.description}
            </p>
          )}
        </div>
        {(mayExport || addRecord) && (
          <div className="flex flex-wrap gap-2 max-sm:min-h-11 max-sm:w-full max-sm:gap-1.5">
            {isPhone
              ? actions((onImport) => <FilesMenu {...choices} mayExport={mayExport} onImport={onImport} />)
              : actions()}
            {mayExport && !isPhone && (
              <div className="flex gap-1">
                <SmallButton disabled={isRunning} onClick={() => exporting.start()}>
                  <Download className="size-4" />
                  Export CSV
                </SmallButton>
                <ExportOptionsMenu {...choices} />
              </div>
            )}
            {addRecord && (
              <Button data-add-new size="small" className="max-xs:px-2.5 max-sm:ml-auto" onClick={addRecord}>
                <Plus className="size-4 max-xs:hidden" />
                Add New
              </Button>
            )}
          </div>
        )}
      </div>
      <ExportStatus state={exporting.state} onCancel={exporting.cancel} onDismiss={exporting.dismiss} />
    </>
  )
}

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
          {pageSizes.map((size) => option(size, String(size)))}
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

/** Records so far and in all, as far as either is known. */
function countText(rows: number | undefined, total: number | undefined) {
  if (rows === undefined) return total === undefined ? 'records' : `${numberText(total)} records`
  return `${numberText(rows)}${total === undefined ? '' : ` of ${numberText(total)}`} records`
}

type ExportStatusProps = { state: ExportState; onCancel: () => void; onDismiss: () => void }

/** Progress of an export, or why it failed. */
function ExportStatus({ state, onCancel, onDismiss }: ExportStatusProps) {
  if (state.kind === 'idle') return null
  if (state.kind === 'failed')
    return (
      <Notice tone="bad" title="Export failed">
        <p>{state.message}</p>
        <SmallButton onClick={onDismiss}>Close</SmallButton>
      </Notice>
    )
  if (state.kind === 'done')
    return (
      <p role="status" className="sr-only">
        {state.rows === undefined ? 'Exported the records' : `Exported ${numberText(state.rows)} records`}
      </p>
    )
  const { rows, bytes, total } = state
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-card px-4 py-2">
      <Spinner className="size-4" />
      <p className="tabular-nums">
        Exporting: {countText(rows, total)}, {sizeText(bytes)}
      </p>
      <progress
        aria-label="Progress of the export"
        max={Math.max(1, total ?? 1)}
        value={total === undefined || rows === undefined ? undefined : Math.min(rows, total)}
        className="h-2 min-w-24 flex-1 accent-forest"
      />
      <SmallButton onClick={onCancel}>Cancel export</SmallButton>
    </div>
  )
}
