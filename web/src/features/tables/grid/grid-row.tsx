import type { TableRecord } from '@app/contracts/tables'
import type { Column } from '@app/table-schema/cell'
import { Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { TableExtension } from '#lib/table-extension'
import { Cell } from './cell'
import { recordName } from './record-name'

type Props = { record: TableRecord; columns: readonly Column[]; cells?: TableExtension['cells']; at: number }

/** A row with its operations. The grid handles the events of all rows. */
export const GridRow = memo(function GridRow({ record, columns, cells, at }: Props) {
  const name = recordName(columns, record)
  return (
    <tr aria-rowindex={at} data-row={record.id}>
      <td data-kind="operations">
        <button type="button" data-stop="0" data-action="edit" tabIndex={-1} aria-label={`Edit ${name}`} title="Edit">
          <Pencil className="size-4" />
        </button>
        <button
          type="button"
          data-stop="0"
          data-action="delete"
          tabIndex={-1}
          aria-label={`Delete ${name}`}
          title="Delete"
        >
          <Trash2 className="size-4" />
        </button>
      </td>
      {columns.map((column, index) => (
        <Cell key={column.key} column={column} at={index + 1} record={record} Special={cells?.[column.key]} />
      ))}
    </tr>
  )
})
