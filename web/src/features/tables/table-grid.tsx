import type { TableRecord } from '@app/contracts/tables'
import { type Column, cellText, fullText } from '@app/table-schema/cell'
import { ColumnHeading } from './column-heading'
import type { Sort } from './sort'

type Props = {
  caption: string
  columns: readonly Column[]
  records: readonly TableRecord[]
  sort: Sort | null
  onSort: (sort: Sort) => void
  stale: boolean
}

/** The records of one page. A wide table scrolls inside its own frame, which the keyboard can reach. */
export function TableGrid({ caption, columns, records, sort, onSort, stale }: Props) {
  if (records.length === 0)
    return (
      <p className="rounded-2xl border border-line border-dashed bg-card px-4 py-14 text-center font-display text-lg text-muted">
        No records found
      </p>
    )
  const sorted = sort && columns.find(({ key }) => key === sort.field)

  return (
    <>
      <p role="status" className="sr-only">
        {sorted && `Sorted by ${sorted.title}, ${sort.direction === 'asc' ? 'ascending' : 'descending'}`}
      </p>
      <section
        aria-label={`${caption}, scrolls sideways`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
        tabIndex={0}
        data-stale={stale}
        className="overflow-x-auto rounded-2xl border border-line bg-card shadow-card transition-opacity data-[stale=true]:opacity-60"
      >
        <table className="w-full border-collapse text-left text-[0.95rem]">
          <caption className="sr-only">{caption}</caption>
          <thead className="border-line border-b-2 bg-sunken">
            <tr>
              {columns.map((column) => (
                <ColumnHeading key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <tr key={record.id} className="border-line border-t first:border-t-0 hover:bg-sunken/50">
                {columns.map((column) => (
                  <Cell key={column.key} column={column} value={record[column.key]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function Cell({ column: { key, field }, value }: { column: Column; value: unknown }) {
  const shown = cellText(field, value)
  const whole = fullText(field, value)
  const identifier = key === 'id' ? 'font-mono text-muted text-sm' : ''
  return (
    <td
      title={whole === shown ? undefined : whole}
      className={`whitespace-nowrap px-4 py-3 align-baseline ${identifier}`}
    >
      {shown}
    </td>
  )
}
