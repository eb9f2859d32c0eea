import type { TableRecord } from '@app/contracts/tables'
import { type Column, cellText, fullText } from '@app/table-schema/cell'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { type Sort, toggleSort } from '#lib/sort'
import type { TableExtension } from '#lib/table-extension'
import { cellKind } from './cell-kinds'
import { ColumnHeading } from './column-heading'
import { FullText } from './full-text'
import { ensureStop, keepStop, walk } from './grid-keys'
import { GridRow } from './grid-row'
import './grid.css'

type RowAction = 'edit' | 'delete'

type Props = {
  caption: string
  columns: readonly Column[]
  cells?: TableExtension['cells']
  records: readonly TableRecord[]
  /** Records before the first row of this page. */
  offset: number
  total: number
  sort: Sort | null
  stale: boolean
  onSort: (sort: Sort) => void
  onAction: (action: RowAction, record: TableRecord) => void
}

/** One page of records as a keyboard grid (grid-keys.ts); cards on a phone (grid.css). */
export function TableGrid({ caption, columns, cells, records, offset, total, sort, stale, onSort, onAction }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (frame.current) ensureStop(frame.current)
  })

  const recordOf = (target: EventTarget) => {
    const id = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row
    return records.find((record) => record.id === id)
  }
  function onClick({ target }: MouseEvent) {
    const { action, field } = (target as Element).closest<HTMLElement>('[data-action]')?.dataset ?? {}
    const record = recordOf(target)
    if (action === 'sort' && field) onSort(toggleSort(sort, field))
    if (record && (action === 'edit' || action === 'delete')) onAction(action, record)
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const onCell = (event.target as Element).matches('td')
    const record = recordOf(event.target)
    if (record && onCell && (event.key === 'Enter' || event.key === 'F2')) onAction('edit', record)
    else if (record && event.key === 'Delete') onAction('delete', record)
    else if (walk(event)) return
    else return
    event.preventDefault()
  }
  function textOf(cell: HTMLElement) {
    const column = columns[Number(cell.dataset.stop) - 1]
    const record = recordOf(cell)
    if (!column || !record) return undefined
    const whole = fullText(column.field, record[column.key])
    return whole === cellText(column.field, record[column.key]) ? undefined : whole
  }
  const sorted = sort && columns.find(({ key }) => key === sort.field)

  return (
    <div ref={frame} className="grid-frame" data-stale={stale}>
      <p role="status" className="sr-only">
        {sorted && `Sorted by ${sorted.title}, ${sort.direction === 'asc' ? 'ascending' : 'descending'}`}
      </p>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move through the table, which makes it a grid.
        role="grid"
        aria-label={caption}
        aria-readonly="true"
        aria-rowcount={total + 1}
        className="record-grid"
        onClick={onClick}
        onDoubleClick={(event) => {
          const record = recordOf(event.target)
          if (record && (event.target as Element).closest('td[data-stop]')) onAction('edit', record)
        }}
        onKeyDown={onKeyDown}
        onFocus={keepStop}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" data-kind="operations" data-stop="0" tabIndex={-1}>
              Operations
            </th>
            {columns.map((column, index) => (
              <ColumnHeading
                key={column.key}
                column={column}
                at={index + 1}
                sort={sort}
                align={cellKind(column.key, column.field)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, index) => (
            <GridRow key={record.id} record={record} columns={columns} cells={cells} at={offset + index + 2} />
          ))}
        </tbody>
      </table>
      <FullText grid={frame} textOf={textOf} />
    </div>
  )
}
