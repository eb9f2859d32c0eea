import type { TableRecord } from '@app/contracts/tables'
import type { Descriptor } from '@app/table-schema/descriptor'
import { type ComponentType, useRef } from 'react'
import type { SelectedRecords } from '#lib/table-extension'
import { focusRecord, neighbour } from '../grid/focus-record'
import type { View } from '../list-view'
import { selectedIds } from './selected-ids'
import type { useSelection } from './use-selection'

type Props = {
  Keys: ComponentType<SelectedRecords>
  schema: Descriptor
  view: View
  selection: ReturnType<typeof useSelection>
  records: readonly TableRecord[]
  total: number
}

const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row

/** The keys of a table's actions: for the selected rows, else for the row that has the focus. */
export function RowKeys({ Keys, schema, view, selection, records, total }: Props) {
  const next = useRef<string>(undefined)
  const count = selection.everything ? total : selection.ids.size
  if (count > 0)
    return (
      <Keys
        table={schema.name}
        count={count}
        ids={() => selectedIds(schema, view, selection, total)}
        onDone={selection.clear}
      />
    )
  return (
    <Keys
      table={schema.name}
      count={1}
      ids={async () => {
        const id = focusedRow()
        next.current = id && neighbour(records, id)
        return id ? [id] : []
      }}
      onDone={() => {
        // The row may have left the list, and the focus with it.
        if (!focusedRow()) focusRecord(next.current)
      }}
    />
  )
}
