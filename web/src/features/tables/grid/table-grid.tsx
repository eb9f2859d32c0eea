import type { TableRecord } from '@app/contracts/tables'
import { type Column, fullText } from '@app/table-schema/cell'
import { useEffect, useRef } from 'react'
import type { Sort } from '#lib/sort'
import type { TableExtension } from '#lib/table-extension'
import { minWidth } from '../columns/arrangement'
import { cellKind } from './cell-kinds'
import { ColumnHeading } from './column-heading'
import { displayText } from './display-text'
import { FullText } from './full-text'
import { ensureStop, keepStop } from './grid-keys'
import { GridRow, type Operations } from './grid-row'
import { type GridActions, useGridEvents } from './use-grid-events'
import './grid.css'
import './grid-wide.css'
import './grid-narrow.css'

type Props = GridActions & {
  caption: string
  columns: readonly Column[]
  widths: Readonly<Record<string, number>>
  cells?: TableExtension['cells']
  records: readonly TableRecord[]
  /** Records before the first row of this page. */
  offset: number
  total: number
  sort: Sort | null
  stale: boolean
  selected: ReadonlySet<string>
  openId: string | null
  hrefOf: (id: string) => string
  operations: Operations
}

const operationsWidths = { all: 112, select: 44, none: 0 } as const

/** One page of records as a keyboard grid (grid-keys.ts); two-line rows on a phone (grid-narrow.css). */
export function TableGrid(props: Props) {
  const { caption, columns, widths, cells, records, offset, total, sort, stale, selected, openId, hrefOf, operations } =
    props
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (frame.current) ensureStop(frame.current)
  })
  const { recordAt, handlers } = useGridEvents(props)

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
  const selectedHere = records.filter(({ id }) => selected.has(id)).length
  const operationsWidth = operationsWidths[operations]
  const tableWidth = operationsWidth + columns.reduce((sum, { key }) => sum + (widths[key] ?? minWidth), 0)

  return (
    <div ref={frame} className="grid-frame" data-stale={stale}>
      <p role="status" className="sr-only">
        {sorted && `Sorted by ${sorted.title}, ${sort.direction === 'asc' ? 'ascending' : 'descending'}`}
      </p>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move through the table, which makes it a grid.
        role="grid"
        aria-label={caption}
        aria-multiselectable="true"
        aria-rowcount={total + 1}
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
                onWidth={props.onWidth}
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
              cells={cells}
              at={offset + index + 2}
              href={hrefOf(record.id)}
              operations={operations}
              isSelected={selected.has(record.id)}
              isOpen={record.id === openId}
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
