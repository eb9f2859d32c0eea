import type { RecordPage, References, TableRecord } from '@app/contracts/tables'
import type { Column } from '@app/table-schema/cell'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { allReferences, recordKey, recordsKey } from '#lib/records'
import { useMayEdit } from '#lib/rights'
import type { RowAction, RowActions } from '../list/grid/use-grid-events'
import { opened } from '../list/list-view'
import { useList } from '../list/state/list-provider'
import { type CellPlace, findCell, isEditable, type Move, nextPlace, placeBelow } from './row-edit/editable'
import { usePasteCells } from './row-edit/use-paste-cells'

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

const gridIsWide = () => typeof matchMedia !== 'function' || matchMedia('(min-width: 48rem)').matches

/** Which cell of the list is edited, and where the keyboard goes on. Values without room in a cell open the form. */
function useRowEdit(openForm: (record: TableRecord) => void) {
  const { schema, page, columns: arranged } = useList()
  const columns = arranged.shown
  const records = page.data?.data ?? []
  const client = useQueryClient()
  const [place, setPlace] = useState<CellPlace | null>(null)
  const keys = useMemo(() => columns.map(({ key }) => key), [columns])
  const record = place ? records.find(({ id }) => id === place.id) : undefined

  function start(of: TableRecord, column: Column) {
    if (gridIsWide() && isEditable(schema, column)) setPlace({ id: of.id, key: column.key })
    else openForm(of)
  }
  /** Closes the editor; the list is reloaded only now, so that rows do not move while a row is filled in. */
  function close(returnFocus: boolean) {
    const last = place
    setPlace(null)
    client.invalidateQueries({ queryKey: recordsKey(schema.name) })
    if (last && returnFocus) findCell(last, keys)?.focus()
  }
  function toForm() {
    setPlace(null)
    if (record) openForm(record)
  }
  function onSaved(saved: TableRecord | null, move: Move) {
    if (saved) {
      client.setQueriesData<RecordPage>({ queryKey: [...recordsKey(schema.name), 'page'] }, withRecord(saved))
      client.invalidateQueries({ queryKey: recordKey(schema.name, saved.id) })
    }
    const editable = columns.filter((column) => isEditable(schema, column)).map(({ key }) => key)
    const step = move === 'next' ? 1 : move === 'previous' ? -1 : undefined
    const ids = records.map(({ id }) => id)
    const besides = step && place ? nextPlace(ids, editable, place, step) : undefined
    const next = move === 'below' && place ? placeBelow(ids, place) : besides
    if (next) setPlace(next)
    else close(move !== 'leave')
  }
  return { place, record, keys, start, onSaved, cancel: () => close(true), toForm }
}

/** A page with the record as it was saved, and the labels that came with it. */
const withRecord =
  ({ references, ...saved }: TableRecord) =>
  (page: RecordPage | undefined): RecordPage | undefined =>
    page && {
      ...page,
      data: page.data.map((row) => (row.id === saved.id ? (saved as TableRecord) : row)),
      references: allReferences([page, { references: references as References | undefined }]),
    }
