import { tabLabel } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'
import { useState } from 'react'
import { newRecord } from '#lib/list-address'
import { useMayEdit } from '#lib/rights'
import type { HeadingActionProps } from '#lib/table-extension'
import { useShortcuts } from '#lib/use-listener'
import { onDemand } from '#ui/chunk'
import { RowKeys } from './bulk/row-keys'
import { useUndoBatch } from './bulk/use-batch'
import { useListSelection } from './bulk/use-selection'
import { ListBody } from './list/grid/table-grid'
import type { ShowView, View } from './list/list-view'
import { ListProvider, useList } from './list/state/list-provider'
import { ListHeading, NewRecordsHint, Pager } from './list/toolbar/list-heading'
import { ListToolbar } from './list/toolbar/list-toolbar'
import { RecordLayer } from './record/record-layer'
import { useRecordActions } from './record/use-record-actions'

const SelectionBar = onDemand(() => import('./bulk/selection-bar').then((file) => file.SelectionBar))

type Actions = { open: (id: string) => void; clear: () => void }

/** `j` and `k` open the next and the previous record of the page; Escape closes the panel, then clears the selection. */
function useRecordKeys({ open, clear }: Actions) {
  const { view, show, page } = useList()
  const records = page.data?.data ?? []
  const at = records.findIndex(({ id }) => id === view.record)
  const go = (to: number) => () => {
    const next = records[Math.max(0, Math.min(records.length - 1, to))]
    if (next && next.id !== view.record) open(next.id)
  }
  const isOpen = view.record !== null && view.record !== newRecord
  useShortcuts({
    j: go(at + 1),
    k: at < 0 ? undefined : go(at - 1),
    Escape: isOpen ? () => show({ record: null }) : clear,
  })
}

type Props = { schema: TableSchema; view: View; show: ShowView }

/** One table: heading, search, filters, the list and its pager, and the open record next to it. */
export const TableView = (props: Props) => (
  <ListProvider {...props}>
    <Desk />
  </ListProvider>
)

const noIds: ReadonlySet<string> = new Set()

/** Joins the list with what is done to one record and to many. */
function Desk() {
  const { schema, view, page } = useList()
  const selection = useListSelection()
  // It stays after the selection is cleared: it names the records that a batch left out.
  const [hadSelection, setHadSelection] = useState(false)
  if (!hadSelection && (selection.everything || selection.ids.size > 0)) setHadSelection(true)
  const actions = useRecordActions()
  useRecordKeys({ open: actions.open, clear: selection.clear })
  return (
    <div className="desk" data-open={view.record !== null && view.record !== newRecord && view.mode !== 'edit'}>
      <section
        aria-label={tabLabel(schema)}
        aria-busy={page.isFetching}
        className="table-view grid grid-cols-[minmax(0,1fr)] content-start gap-2.5"
      >
        <ListHeading
          selected={selection.everything ? noIds : selection.ids}
          actions={(menu) => <HeadingActions>{menu}</HeadingActions>}
        />
        <ListToolbar />
        <NewRecordsHint />
        <ListBody selection={selection} rows={actions.rows} />
        {hadSelection && <SelectionBar selection={selection} />}
        <RowKeys selection={selection} />
        <Pager />
      </section>
      <RecordLayer actions={actions} />
    </div>
  )
}

/** Additions of the table to the heading; with `children` as items of a menu. */
function HeadingActions({ children }: Pick<HeadingActionProps, 'children'>) {
  const { schema, page, columns, extension } = useList()
  const undoBatch = useUndoBatch(schema.name)
  const mayEdit = useMayEdit(schema.name)
  const Actions = extension.HeadingActions
  /** An import may have filled columns that were empty. */
  const onChanged = () => void page.refetch().then(columns.remeasure)
  if (!Actions || !mayEdit) return children?.(undefined)
  return <Actions schema={schema} onChanged={onChanged} undoBatch={undoBatch} {...(children && { children })} />
}
