import type { TableRecord } from '@app/contracts/tables'
import type { TableView as SavedView } from '@app/contracts/views'
import { tabLabel } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRights } from '#lib/rights'
import { usePageTitle } from '#ui/page-title'
import { useColumns } from './columns/use-columns'
import { DeleteDialog } from './delete-dialog'
import { ExportOptionsMenu } from './export/export-options'
import { ExportStatus } from './export/export-status'
import { useExport } from './export/use-export'
import { recordName } from './grid/record-name'
import type { RowAction } from './grid/use-grid-events'
import { newRecord, printView, type ShowView, type View } from './list-view'
import { NewRecordsHint } from './new-records-hint'
import { Pager } from './pager'
import { RecordHost } from './record/record-host'
import { LabelsContext } from './references/labels'
import { CellEditor } from './row-edit/cell-editor'
import { useRowEdit } from './row-edit/use-row-edit'
import { RowKeys } from './selection/row-keys'
import { SelectionBar } from './selection/selection-bar'
import { useSelection } from './selection/use-selection'
import { useUndoBatch } from './selection/use-undo-batch'
import { TableBody } from './table-body'
import { TableHeading } from './table-heading'
import { TableToolbar } from './table-toolbar'
import { pageQuery } from './tables.api'
import { useAfterDelete } from './use-after-delete'
import { useExtension } from './use-extension'
import { useLastPage } from './use-last-page'
import { useRecordKeys } from './use-record-keys'
import { useSavedViews } from './views/use-saved-views'
import { ViewsMenu } from './views/views-menu'

type Props = { schema: Descriptor; view: View; show: ShowView }

const noLabels = {}
const noIds: ReadonlySet<string> = new Set()
const ignore = () => {}
const opened = { state: { opened: true } }

/** One table: heading, search, filters, the list and its pager, and the open record beside it. */
export function TableView({ schema, view, show }: Props) {
  const { sort, q, filters } = view
  const page = useQuery(pageQuery(schema, view))
  const { data, error, isFetching } = page
  const records = data?.data
  const extension = useExtension(schema.name)
  const { HeadingActions, ListHead, cells, BulkActions, BulkKeys } = extension
  const saved = useSavedViews(schema, view, show)
  const columns = useColumns(schema, extension, records, savedColumns(saved.current))
  const selection = useSelection(JSON.stringify([schema.name, q, filters]), records?.map(({ id }) => id) ?? [])
  const [deleting, setDeleting] = useState<TableRecord | null>(null)
  const exporting = useExport(schema, view)
  const afterDelete = useAfterDelete(schema, records, view.record !== null, show)
  const undoBatch = useUndoBatch(schema.name)
  const title = tabLabel(schema)
  useLastPage(data, isFetching, view, show)

  const open = (record: string) =>
    show({ record, mode: null }, view.record ? { replace: true, state: history.state } : opened)
  const may = useRights()
  const mayEdit = may(schema.name, 'edit')
  const mayExport = may(schema.name, 'export')
  const operations = mayEdit ? 'all' : mayExport ? 'select' : 'none'
  const onAdd = mayEdit && schema.creatable !== false ? () => show({ record: newRecord }, opened) : undefined
  const openRow = records?.find(({ id }) => id === view.record)
  usePageTitle([openRow && recordName(columns.all, openRow), title, 'Admin Dashboard'].filter(Boolean).join(' · '))
  useRecordKeys(records, view, { open, close: () => show({ record: null }), clear: selection.clear })

  const rowEdit = useRowEdit(schema, records, columns.shown, (record) => onAction('edit', record))

  function onAction(action: RowAction, record: TableRecord) {
    if (action === 'copy') navigator.clipboard?.writeText(record.id)
    else if (action === 'open' || !mayEdit) open(record.id)
    else if (action === 'edit') show({ record: record.id, mode: 'edit' }, opened)
    else setDeleting(record)
  }

  return (
    <LabelsContext value={data?.references ?? noLabels}>
      <div className="desk" data-open={view.record !== null && view.record !== newRecord && view.mode !== 'edit'}>
        <section
          aria-label={title}
          aria-busy={isFetching}
          className="table-view grid grid-cols-[minmax(0,1fr)] content-start gap-2.5"
        >
          <TableHeading
            title={title}
            total={data?.total}
            description={schema.description}
            exporting={exporting.state.kind === 'running'}
            onExport={mayExport ? () => exporting.start() : undefined}
            exportOptions={
              <ExportOptionsMenu
                total={data?.total}
                selected={selection.everything ? noIds : selection.ids}
                shown={columns.shown.map(({ key }) => key)}
                isRunning={exporting.state.kind === 'running'}
                onExport={exporting.start}
              />
            }
            onAdd={onAdd}
            actions={
              HeadingActions &&
              mayEdit && <HeadingActions schema={schema} onChanged={() => page.refetch()} undoBatch={undoBatch} />
            }
          />
          <ExportStatus state={exporting.state} onCancel={exporting.cancel} onDismiss={exporting.dismiss} />
          {ListHead && <ListHead view={view} />}
          <TableToolbar
            schema={schema}
            view={view}
            columns={columns}
            show={show}
            views={
              <ViewsMenu
                key={schema.name}
                schema={schema}
                view={view}
                views={saved.views}
                current={saved.current}
                arrangement={columns.arrangement}
                show={show}
              />
            }
          />
          <NewRecordsHint schema={schema} view={view} total={data?.total} />
          <TableBody
            page={page}
            grid={{
              caption: title,
              columns: columns.shown,
              widths: columns.widths,
              cells,
              sort,
              selected: selection.ids,
              openId: view.record,
              hrefOf: (record) => `?${printView({ ...view, record, mode: null })}`,
              onSort: (next) => show({ sort: next }),
              onAction,
              onSelect: operations === 'none' ? ignore : selection.toggle,
              onSelectPage: selection.togglePage,
              operations,
              onEditCell: mayEdit ? rowEdit.start : (record) => open(record.id),
              onWidth: columns.setWidth,
              onResize: columns.resize,
              onMoveColumn: columns.move,
            }}
            isNarrowed={q !== '' || Object.keys(filters).length > 0}
            onCreate={onAdd}
            onClear={() => show({ q: '', filters: {} })}
          />
          {data && (
            <SelectionBar
              key={schema.name}
              schema={schema}
              view={view}
              selection={selection}
              total={data.total}
              BulkActions={BulkActions}
            />
          )}
          {data && mayEdit && BulkKeys && (
            <RowKeys
              Keys={BulkKeys}
              schema={schema}
              view={view}
              selection={selection}
              records={data.data}
              total={data.total}
            />
          )}
          {data && !error && (
            <Pager page={data} onPage={(next) => show({ page: next })} onLimit={(next) => show({ limit: next })} />
          )}
        </section>
        {rowEdit.place && rowEdit.record && (
          <CellEditor
            key={`${rowEdit.place.id} ${rowEdit.place.key}`}
            schema={schema}
            record={rowEdit.record}
            place={rowEdit.place}
            name={recordName(columns.all, rowEdit.record)}
            keys={rowEdit.keys}
            onSaved={rowEdit.onSaved}
            onCancel={rowEdit.cancel}
            onForm={rowEdit.toForm}
          />
        )}
        <RecordHost schema={schema} view={view} show={show} isDeleting={deleting !== null} onDelete={setDeleting} />
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
      </div>
    </LabelsContext>
  )
}

/** A view with columns of its own shows those; any other list shows those of this browser. */
const savedColumns = (view: SavedView | undefined) => view?.columns && { id: view.id, columns: view.columns }
