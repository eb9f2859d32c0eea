import type { RecordPage, References, TableRecord } from '@app/contracts/tables'
import type { Column } from '@app/table-schema/cell'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { newRecord } from '#lib/list-address'
import { allReferences, recordKey, recordsKey } from '#lib/records'
import { useMayEdit } from '#lib/rights'
import { useListener } from '#lib/use-listener'
import { onDemand } from '#ui/chunk'
import { DiscardDialog } from '#ui/dialog'
import { useToast, useUndo } from '#ui/toast'
import { focusRecord, neighbor } from '../list/focus-record'
import type { RowAction, RowActions } from '../list/grid/use-grid-events'
import { opened as openedEntry, type ShowView, type View } from '../list/list-view'
import { recordName } from '../list/record-name'
import { useList } from '../list/state/list-provider'
import { restoreRecord } from '../list/tables.api'
import { type Filling, RecordLoader } from './form/record-loader'
import { PanelHost } from './panel/record-panel'
import { CellEditor } from './row-edit/cell-editor'
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
    show({ record, mode: null }, view.record ? { replace: true, state: history.state } : openedEntry)

  function run(action: RowAction, record: TableRecord) {
    if (action === 'copy') navigator.clipboard?.writeText(record.id)
    else if (action === 'open' || !mayEdit) open(record.id)
    else if (action === 'edit') show({ record: record.id, mode: 'edit' }, openedEntry)
    else setDeleting(record)
  }
  const rows: RowActions = { run, editCell: mayEdit ? cell.start : ({ id }) => open(id) }
  return { rows, open, cell, deleting, setDeleting }
}

const gridIsWide = () => typeof matchMedia !== 'function' || matchMedia('(min-width: 48rem)').matches

/** The cell of the list that is being edited, and where the focus goes next. Values without room in a cell open the form. */
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

type Props = {
  /** The dialog that asks before a deletion is open. */
  isDeleting: boolean
  onDelete: (record: TableRecord) => void
}

/** Shows the record in the address: in the panel, or in the modal while it is edited or created. */
function RecordHost({ isDeleting, onDelete }: Props) {
  const { schema, view, show, page } = useList()
  const { opened, isAsking, onDirty, leave, leaveSaved, step, onClose, keep } = useOpenedRecord(view, show)
  const client = useQueryClient()
  const [panel, setPanel] = useState<string | null>(null)
  const id = opened?.table === schema.name ? (opened.record ?? null) : null
  const mayEdit = useMayEdit(schema.name)
  const isEditing = mayEdit && (id === newRecord || opened?.mode === 'edit')
  // A record that is edited from its panel stays in the panel behind the modal.
  const panelId = isEditing ? (panel === id ? id : null) : id
  if (panelId !== panel) setPanel(panelId)
  if (id === null || (id === newRecord && (schema.creatable === false || !mayEdit))) return null

  return (
    <>
      {panelId !== null && (
        <PanelHost
          schema={schema}
          id={panelId}
          row={findRow(client.getQueriesData<RecordPage>({ queryKey: [...recordsKey(schema.name), 'page'] }), panelId)}
          isCovered={isEditing || isAsking || isDeleting}
          onEdit={() => show({ record: panelId, mode: 'edit' }, openedEntry)}
          onDelete={onDelete}
          onClose={onClose}
          onDirty={onDirty}
          onGone={leave}
        />
      )}
      {isEditing && (
        <RecordLoader
          key={`${schema.name} ${id}`}
          schema={schema}
          id={id}
          onClose={onClose}
          onDirty={onDirty}
          onLeave={leaveSaved}
          next={after(page.data?.data ?? [], id)}
          onStep={step}
        />
      )}
      {isAsking && <DiscardDialog onDiscard={leave} onKeep={keep} />}
    </>
  )
}

const findRow = (pages: readonly (readonly [unknown, RecordPage | undefined])[], id: string): TableRecord | undefined =>
  pages.flatMap(([, page]) => page?.data ?? []).find((record) => record.id === id)

/** The record that follows on the page of the list. */
const after = (records: readonly TableRecord[], id: string) => {
  const at = records.findIndex((record) => record.id === id)
  return at < 0 ? undefined : records[at + 1]?.id
}

const isSame = (one: View, other: View) =>
  one.table === other.table && one.record === other.record && one.mode === other.mode

/** Follows the address, but asks first when another record or Back would lose unsaved changes. */
function useOpenedRecord(view: View, show: ShowView) {
  const [opened, setOpened] = useState<View | null>(view.record ? view : null)
  const [isAsking, setAsking] = useState(false)
  const dirty = useRef(false)
  /** A created record has another id than the one that was opened. */
  const saved = useRef<string | null>(null)
  const onDirty = useCallback((value: boolean) => {
    dirty.current = value
  }, [])
  useListener('beforeunload', (event) => {
    if (dirty.current) event.preventDefault()
  })

  const isElsewhere = opened ? !isSame(opened, view) : view.record !== null
  useEffect(() => {
    if (!isElsewhere) return
    if (opened && dirty.current) {
      // Restore the address and ask.
      show(opened)
      setAsking(true)
    } else {
      setOpened(view.record ? view : null)
      if (!view.record) focusRecord(saved.current ?? opened?.record)
      saved.current = null
    }
  }, [isElsewhere, opened, view, show])

  /** Changes the address only; the effect above then closes the record. */
  function leave() {
    dirty.current = false
    setAsking(false)
    if (history.state?.opened) history.back()
    else show({ record: null }, { replace: true })
  }
  function leaveSaved(id: string) {
    saved.current = id
    leave()
  }
  /** Closing the other form leads to the list: the entry before may be the panel of the first record. */
  const step = (record: string, filling: Filling) => show({ record, mode: 'edit' }, { replace: true, state: filling })
  const onClose = () => (dirty.current ? setAsking(true) : leave())
  return { opened, isAsking, onDirty, leave, leaveSaved, step, onClose, keep: () => setAsking(false) }
}

/** Says that a record of a table was deleted, with Undo, and reloads its lists. */
export function useDeletedToast(table: string) {
  const client = useQueryClient()
  const showToast = useToast()
  const reload = () => client.invalidateQueries({ queryKey: recordsKey(table) })
  const undo = useUndo(reload, 'Failed to restore the record')
  return (id: string, onRestored = () => {}): Promise<void> => {
    async function restore() {
      await undo(() => restoreRecord(table, id).then(() => 'Record restored'))
      onRestored()
    }
    showToast({ text: 'Record deleted', undo: restore })
    return reload()
  }
}

const DeleteDialog = onDemand(() => import('./delete-dialog').then((file) => file.DeleteDialog))

/** The record of the address, the cell that is edited, and the question before a deletion. */
export function RecordLayer({ actions: { cell, deleting, setDeleting } }: { actions: RecordActions }) {
  const { schema, columns } = useList()
  const afterDelete = useAfterDelete()
  return (
    <>
      {cell.place && cell.record && (
        <CellEditor
          key={`${cell.place.id} ${cell.place.key}`}
          schema={schema}
          record={cell.record}
          place={cell.place}
          name={recordName(columns.all, cell.record)}
          keys={cell.keys}
          onSaved={cell.onSaved}
          onCancel={cell.cancel}
          onForm={cell.toForm}
        />
      )}
      <RecordHost isDeleting={deleting !== null} onDelete={setDeleting} />
      {deleting && (
        <DeleteDialog
          schema={schema}
          record={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null)
            afterDelete(deleting)
          }}
        />
      )}
    </>
  )
}

/** Reloads the list, offers Undo and moves the focus to the neighboring row, or its panel when one was open. */
function useAfterDelete() {
  const { schema, view, show, page } = useList()
  const sayDeleted = useDeletedToast(schema.name)
  return async ({ id }: TableRecord) => {
    const next = neighbor(page.data?.data ?? [], id)
    if (view.record !== null) show({ record: null }, { replace: true })
    await sayDeleted(id, () => focusRecord(id))
    focusRecord(next)
  }
}
