import type { RecordPage } from '@app/contracts/tables'
import { fullText, tabLabel } from '@app/table-schema/cell'
import { useEffect, useRef } from 'react'
import { useRights } from '#lib/rights'
import { cellKind } from '../cells/cell-kinds'
import { displayText } from '../cells/display-text'
import { minWidth } from '../columns/arrangement'
import { printView } from '../list-view'
import { useList } from '../state/list-context'
import { ColumnHeading } from './column-heading'
import { FullText } from './full-text'
import { ensureStop, keepStop } from './grid-keys'
import { GridRow, type Operations } from './grid-row'
import { type RowActions, type RowSelection, useGridEvents } from './use-grid-events'
import './grid.css'
import './grid-wide.css'
import './grid-narrow.css'

type Props = { page: RecordPage; selection: RowSelection; rows: RowActions }

const operationsWidths: Record<Operations, number> = { all: 112, select: 44, none: 0 }

/** One page of records as a keyboard grid (grid-keys.ts); two-line rows on a phone (grid-narrow.css). */
export function TableGrid({ page, selection, rows }: Props) {
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
    <div ref={frame} className="grid-frame" data-stale={query.isFetching}>
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
    className="checkbox"
  />
)
