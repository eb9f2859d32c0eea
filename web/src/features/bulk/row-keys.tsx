import { useRef } from 'react'
import { focusRecord, neighbor } from '#features/list/focus-record'
import { useList } from '#features/list/state/list-context'
import { useMayEdit } from '#lib/rights'
import { selectedIds } from './selected-ids'
import type { ListSelection } from './use-selection'

const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row

/** The keys of a table's actions: for the selected rows, else for the row that has the focus. */
export function RowKeys({ selection }: { selection: ListSelection }) {
  const {
    schema,
    view,
    page: { data },
    extension: { BulkKeys: Keys },
  } = useList()
  const mayEdit = useMayEdit(schema.name)
  const next = useRef<string>(undefined)
  if (!data || !mayEdit || !Keys) return null
  const { data: records, total } = data
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
        next.current = id && neighbor(records, id)
        return id ? [id] : []
      }}
      onDone={() => {
        // The row may have left the list, and the focus with it.
        if (!focusedRow()) focusRecord(next.current)
      }}
    />
  )
}
