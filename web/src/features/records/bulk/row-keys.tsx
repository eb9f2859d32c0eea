import { useRef } from 'react'
import { useMayEdit } from '#lib/rights'
import { focusRecord, neighbor } from '../list/focus-record'
import { useList } from '../list/state/list-provider'
import { batchTarget } from './use-batch'
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
        isEverything={selection.everything}
        target={() => batchTarget(schema, view, selection, total)}
        onDone={selection.clear}
      />
    )
  return (
    <Keys
      table={schema.name}
      count={1}
      isEverything={false}
      target={() => {
        const id = focusedRow()
        next.current = id && neighbor(records, id)
        return id === undefined ? undefined : { ids: [id] }
      }}
      onDone={() => {
        // The row may have left the list, and the focus with it.
        if (!focusedRow()) focusRecord(next.current)
      }}
    />
  )
}
