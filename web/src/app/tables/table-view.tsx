import { tabLabel } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'
import { RowKeys } from '#features/bulk/row-keys'
import { SelectionBar } from '#features/bulk/selection-bar'
import { useListSelection } from '#features/bulk/use-selection'
import { useUndoBatch } from '#features/bulk/use-undo-batch'
import { ListBody } from '#features/list/grid/list-body'
import type { ShowView, View } from '#features/list/list-view'
import { useList } from '#features/list/state/list-context'
import { ListProvider } from '#features/list/state/list-provider'
import { ListHeading } from '#features/list/toolbar/list-heading'
import { ListToolbar } from '#features/list/toolbar/list-toolbar'
import { NewRecordsHint } from '#features/list/toolbar/new-records-hint'
import { Pager } from '#features/list/toolbar/pager'
import { RecordLayer } from '#features/record/record-layer'
import { useRecordActions } from '#features/record/use-record-actions'
import { useRecordKeys } from '#features/record/use-record-keys'
import { newRecord } from '#lib/list-address'
import { useMayEdit } from '#lib/rights'

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
  const actions = useRecordActions()
  useRecordKeys({ open: actions.open, clear: selection.clear })
  return (
    <div className="desk" data-open={view.record !== null && view.record !== newRecord && view.mode !== 'edit'}>
      <section
        aria-label={tabLabel(schema)}
        aria-busy={page.isFetching}
        className="table-view grid grid-cols-[minmax(0,1fr)] content-start gap-2.5"
      >
        <ListHeading selected={selection.everything ? noIds : selection.ids} actions={<HeadingActions />} />
        <ListToolbar />
        <NewRecordsHint />
        <ListBody selection={selection} rows={actions.rows} />
        <SelectionBar selection={selection} />
        <RowKeys selection={selection} />
        <Pager />
      </section>
      <RecordLayer actions={actions} />
    </div>
  )
}

/** What the table adds to the heading. */
function HeadingActions() {
  const { schema, page, columns, extension } = useList()
  const undoBatch = useUndoBatch(schema.name)
  const mayEdit = useMayEdit(schema.name)
  const Actions = extension.HeadingActions
  /** An import may have filled columns that were empty. */
  const onChanged = () => void page.refetch().then(columns.remeasure)
  return Actions && mayEdit && <Actions schema={schema} onChanged={onChanged} undoBatch={undoBatch} />
}
