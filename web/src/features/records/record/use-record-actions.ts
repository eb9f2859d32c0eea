import type { TableRecord } from '@app/contracts/tables'
import { useState } from 'react'
import { useMayEdit } from '#lib/rights'
import type { RowAction, RowActions } from '../list/grid/use-grid-events'
import { opened } from '../list/list-view'
import { useList } from '../list/state/list-provider'
import { usePasteCells } from './row-edit/use-paste-cells'
import { useRowEdit } from './row-edit/use-row-edit'

export type RecordActions = ReturnType<typeof useRecordActions>

/** Opens, edits, copies and deletes a record of the list, and edits one of its values in place. */
export function useRecordActions() {
  const { schema, view, show } = useList()
  const mayEdit = useMayEdit(schema.name)
  const [deleting, setDeleting] = useState<TableRecord | null>(null)
  usePasteCells()
  const cell = useRowEdit((record) => run('edit', record))

  const open = (record: string) =>
    show({ record, mode: null }, view.record ? { replace: true, state: history.state } : opened)

  function run(action: RowAction, record: TableRecord) {
    if (action === 'copy') navigator.clipboard?.writeText(record.id)
    else if (action === 'open' || !mayEdit) open(record.id)
    else if (action === 'edit') show({ record: record.id, mode: 'edit' }, opened)
    else setDeleting(record)
  }
  const rows: RowActions = { run, editCell: mayEdit ? cell.start : ({ id }) => open(id) }
  return { rows, open, cell, deleting, setDeleting }
}
