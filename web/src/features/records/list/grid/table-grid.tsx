import './grid.css'
import './grid-wide.css'
import './grid-narrow.css'
import type { RecordPage } from '@app/contracts/tables'
import { type Column, fullText, tabLabel } from '@app/table-schema/cell'
import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import { type PointerEvent, useEffect, useRef } from 'react'
import { useRights } from '#lib/rights'
import type { Sort } from '#lib/sort'
import { Button } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { cellKind, displayText } from '../cells/cell'
import { clampWidth, minWidth } from '../columns/use-columns'
import { printView } from '../list-view'
import { useAddRecord, useList } from '../state/list-provider'
import { FullText } from './full-text'
import { GridRow, type Operations } from './grid-row'
import { ensureStop, keepStop, type RowActions, type RowSelection, useGridEvents } from './use-grid-events'

type Props = { page: RecordPage; selection: RowSelection; rows: RowActions }

const operationsWidths: Record<Operations, number> = { all: 112, select: 44, none: 0 }

/** One page of records as a keyboard grid (use-grid-events.ts); two-line rows on a phone (grid-narrow.css). */
function TableGrid({ page, selection, rows }: Props) {
  const { schema, view, columns: arranged, extension, page: query } = useList()
  const { shown: columns, widths } = arranged
  const may = useRights()
  const operations = may(schema.name, 'edit') ? 'all' : may(schema.name, 'export') ? 'select' : 'none'
  const records = page.data
  const { sort } = view
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (frame.current) ensureStop(frame.current)
  })
  const { recordAt, handlers } = useGridEvents(records, operations === 'none' ? undefined : selection, rows)

  function textFor(cell: HTMLElement) {
    const column = columns[Number(cell.dataset.stop) - 1]
    const record = recordAt(cell)
    if (!column || !record || cellKind(column.key, column.field) === 'image') return undefined
    const isCut = cell.scrollWidth > cell.clientWidth + 1
    if (cellKind(column.key, column.field) === 'reference') return isCut ? (cell.textContent ?? undefined) : undefined
    const full = fullText(column.field, record[column.key])
    return isCut || full !== displayText(column.field, record[column.key]) ? full : undefined
  }
  const sorted = sort && columns.find(({ key }) => key === sort.field)
  const selectedHere = records.filter(({ id }) => selection.ids.has(id)).length
  const operationsWidth = operationsWidths[operations]
  const tableWidth = operationsWidth + columns.reduce((sum, { key }) => sum + (widths[key] ?? minWidth), 0)

  return (
    <div
      ref={frame}
      data-stale={query.isFetching}
      // Contains texts for screen readers, which would widen the page.
      className="grid-frame relative min-w-0 rounded-control border border-line bg-card [transition:opacity_120ms_200ms] data-[stale=true]:opacity-65"
    >
      <p role="status" className="sr-only">
        {sorted && `Sorted by ${sorted.title}, ${sort.direction === 'asc' ? 'ascending' : 'descending'}`}
      </p>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move through the table, which makes it a grid.
        role="grid"
        aria-label={tabLabel(schema)}
        aria-multiselectable="true"
        aria-rowcount={page.total + 1}
        className="record-grid"
        data-operations={operations}
        style={{
          ['--table-width' as string]: `${tableWidth}px`,
          ['--operations-width' as string]: `${operationsWidth}px`,
        }}
        onFocus={keepStop}
        {...handlers}
      >
        <colgroup>
          {operations !== 'none' && <col style={{ width: operationsWidth }} />}
          {columns.map(({ key }, index) => (
            // The last column takes the space that is left.
            <col key={key} style={index < columns.length - 1 ? { width: widths[key] } : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {operations !== 'none' && (
              <th scope="col" data-kind="operations" data-stop="0" tabIndex={-1}>
                <SelectPage selected={selectedHere} of={records.length} />
                <span className={operations === 'all' ? undefined : 'sr-only'}>Operations</span>
              </th>
            )}
            {columns.map((column, index) => (
              <ColumnHeading
                key={column.key}
                column={column}
                at={index + 1}
                sort={sort}
                kind={cellKind(column.key, column.field)}
                onWidth={arranged.setWidth}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, index) => (
            <GridRow
              key={record.id}
              record={record}
              columns={columns}
              cells={extension.cells}
              at={(page.page - 1) * page.limit + index + 2}
              href={`?${printView({ ...view, record: record.id, mode: null })}`}
              operations={operations}
              isSelected={selection.ids.has(record.id)}
              isOpen={record.id === view.record}
            />
          ))}
        </tbody>
      </table>
      <FullText grid={frame} textOf={textFor} />
    </div>
  )
}

const handledByGrid = () => {}

const SelectPage = ({ selected, of }: { selected: number; of: number }) => (
  <input
    type="checkbox"
    ref={(box) => {
      if (box) box.indeterminate = selected > 0 && selected < of
    }}
    checked={of > 0 && selected === of}
    onChange={handledByGrid}
    data-stop="0"
    data-action="select-page"
    tabIndex={-1}
    aria-label="Select all on this page"
    className="size-5 accent-primary"
  />
)

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const icons = { asc: ChevronUp, desc: ChevronDown } as const

type ColumnHeadingProps = {
  column: Column
  at: number
  sort: Sort | null
  kind: string
  onWidth: (key: string, width: number) => void
}

/** A column header with a button that sorts by it, and a handle that sets its width. */
function ColumnHeading({ column: { key, title, field }, at, sort, kind, onWidth }: ColumnHeadingProps) {
  const direction = sort?.field === key ? sort.direction : null
  const Icon = direction ? icons[direction] : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={direction ? ariaSort[direction] : 'none'}
      data-kind={kind}
      data-column={key}
      data-title={(at === 1 && kind !== 'id') || undefined}
    >
      <button
        type="button"
        data-stop={at}
        data-action="sort"
        data-field={key}
        tabIndex={-1}
        title={field.description}
        className={`group flex min-h-9 w-full items-center gap-[0.3rem] px-3 hover:bg-line ${kind === 'number' ? 'flex-row-reverse' : ''}`}
      >
        <span className="truncate">{title}</span>
        <Icon
          className={`size-4 shrink-0 ${direction ? 'text-accent' : 'text-muted/70 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100'}`}
        />
      </button>
      <ResizeHandle onWidth={(width) => onWidth(key, width)} />
    </th>
  )
}

/** Drags the edge of a column. The keyboard resizes with Alt and the arrow keys (use-grid-events.ts). */
function ResizeHandle({ onWidth }: { onWidth: (width: number) => void }) {
  function onPointerDown(event: PointerEvent<HTMLSpanElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    const head = handle.closest('th')
    const start = head?.getBoundingClientRect().width ?? 0
    const listen = new AbortController()
    const widthAt = (clientX: number) => clampWidth(start + clientX - event.clientX)
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => onWidth(widthAt(moved.clientX))
    handle.addEventListener('pointermove', move, { signal: listen.signal })
    for (const end of ['pointerup', 'pointercancel'])
      handle.addEventListener(end, () => listen.abort(), { signal: listen.signal })
  }
  return <span className="resize-handle" aria-hidden="true" onPointerDown={onPointerDown} />
}

type ListBodyProps = { selection: RowSelection; rows: RowActions }

/** The records of the page, or why there are none. After a failure the records that were loaded before stay. */
export function ListBody({ selection, rows }: ListBodyProps) {
  const { data, error, refetch } = useList().page
  if (!data && !error) return <Loading>Loading records...</Loading>
  return (
    <>
      {error && (
        <LoadError error={error} fallback="Failed to load data" isOutdated={!!data} onRetry={() => refetch()} />
      )}
      {data?.data.length === 0 && <EmptyTable />}
      {data && data.data.length > 0 && <TableGrid page={data} selection={selection} rows={rows} />}
    </>
  )
}

/** The empty state of a table, or of a search and filters that match nothing. */
function EmptyTable() {
  const { view, show } = useList()
  const addRecord = useAddRecord()
  const isNarrowed = view.q !== '' || Object.keys(view.filters).length > 0
  return (
    <div className="grid justify-items-center gap-4 rounded-xl border border-line border-dashed bg-card px-4 py-14 text-center">
      <p className="font-display text-lg text-muted">No records found</p>
      {isNarrowed && (
        <Button variant="outline" onClick={() => show({ q: '', filters: {} })}>
          Clear search and filters
        </Button>
      )}
      {!isNarrowed && addRecord && <Button onClick={addRecord}>Create the first record</Button>}
      {!isNarrowed && addRecord && (
        <p className="text-muted">Or bring a list from Excel or another program: choose Import above.</p>
      )}
    </div>
  )
}
