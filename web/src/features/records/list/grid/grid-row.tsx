import type { TableRecord } from '@app/contracts/tables'
import type { Column } from '@app/table-schema/cell'
import { Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { TableExtension } from '#lib/table-extension'
import { Cell } from '../cells/cell'
import { recordName } from '../record-name'

/** Actions for a row apart from opening it; with `none` the column is left out. */
export type Operations = 'all' | 'select' | 'none'

type Props = {
  record: TableRecord
  columns: readonly Column[]
  cells?: TableExtension['cells']
  at: number
  /** The address of the record over this list. */
  href: string
  operations: Operations
  isSelected: boolean
  isOpen: boolean
}

/** The grid handles the click. */
const handledByGrid = () => {}

/** A row with its operations. The grid handles the events of all rows. */
export const GridRow = memo(function GridRow({
  record,
  columns,
  cells,
  at,
  href,
  operations,
  isSelected,
  isOpen,
}: Props) {
  const name = recordName(columns, record)
  const [title, ...others] = columns
  return (
    <tr aria-rowindex={at} data-row={record.id} aria-selected={isSelected} data-open={isOpen || undefined}>
      {operations !== 'none' && (
        <td data-kind="operations">
          <input
            type="checkbox"
            data-stop="0"
            data-action="select"
            tabIndex={-1}
            checked={isSelected}
            onChange={handledByGrid}
            aria-label={`Select ${name}`}
            title="Select (Space)"
            className="size-5 accent-primary"
          />
          {operations === 'all' && <ChangeButtons name={name} />}
        </td>
      )}
      {title && (
        <Cell
          column={title}
          at={1}
          record={record}
          Special={cells?.[title.key]}
          href={title.key === 'id' ? undefined : href}
        />
      )}
      {others.map((column, index) => (
        <Cell key={column.key} column={column} at={index + 2} record={record} Special={cells?.[column.key]} />
      ))}
    </tr>
  )
})

const button = 'inline-grid size-7 place-items-center rounded-[0.4rem] text-muted hover:bg-line'

const ChangeButtons = ({ name }: { name: string }) => (
  <>
    <button
      type="button"
      data-stop="0"
      data-action="edit"
      tabIndex={-1}
      aria-label={`Edit ${name}`}
      title="Edit (E)"
      className={`${button} hover:text-ink`}
    >
      <Pencil className="size-4" />
    </button>
    <button
      type="button"
      data-stop="0"
      data-action="delete"
      tabIndex={-1}
      aria-label={`Delete ${name}`}
      title="Delete (Del)"
      className={`${button} hover:text-bad`}
    >
      <Trash2 className="size-4" />
    </button>
  </>
)
