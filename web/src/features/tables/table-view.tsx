import type { TableRecord } from '@app/contracts/tables'
import { columns as columnsOf, tabLabel } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { messageOf } from '#lib/message-of'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { Spinner } from '#ui/spinner'
import { showToastAtom } from '#ui/toast'
import { DeleteDialog } from './delete-dialog'
import { EmptyTable } from './empty-table'
import { ExportStatus } from './export/export-status'
import { useExport } from './export/use-export'
import { FilterChips } from './filters/filter-chips'
import { FilterPanel } from './filters/filter-panel'
import { focusRecord, neighbour } from './grid/focus-record'
import { TableGrid } from './grid/table-grid'
import { newRecord, type ShowView, type View } from './list-view'
import { NewRecordsHint } from './new-records-hint'
import { orderColumns } from './order-columns'
import { Pager } from './pager'
import { TableHeading } from './table-heading'
import { TableToolbar } from './table-toolbar'
import { pageQuery, recordsKey, restoreRecord } from './tables.api'
import { useExtension } from './use-extension'

type Props = { schema: Descriptor; view: View; show: ShowView }

const opened = { state: { opened: true } }

/** One table: heading, search, filters, the list and its pager. */
export function TableView({ schema, view, show }: Props) {
  const { page, sort, q, filters } = view
  const { data, error, refetch, isFetching } = useQuery(pageQuery(schema, view))
  const { ListHead, leading, cells } = useExtension(schema.name)
  const columns = useMemo(() => orderColumns(columnsOf(schema), leading), [schema, leading])
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [deleting, setDeleting] = useState<TableRecord | null>(null)
  const exporting = useExport(schema, view)
  const afterDelete = useAfterDelete(schema, data?.data)
  const title = tabLabel(schema)
  const isNarrowed = q !== '' || Object.keys(filters).length > 0
  const panelId = `filters-${schema.name}`

  // The last page may be gone, for instance after its last record was deleted.
  const pastEnd = data && !isFetching && page > data.totalPages && data.totalPages > 0 ? data.totalPages : null
  useEffect(() => {
    if (pastEnd) show({ page: pastEnd }, { replace: true })
  })
  const open = (record: string) => show({ record }, opened)
  const onAdd = schema.creatable !== false ? () => open(newRecord) : undefined

  return (
    <section
      aria-label={title}
      aria-busy={isFetching}
      className="table-view grid grid-cols-[minmax(0,1fr)] content-start gap-3"
    >
      <TableHeading
        title={data ? `${title} (${data.total} records)` : title}
        description={schema.description}
        exporting={exporting.state.kind === 'running'}
        onExport={exporting.start}
        onAdd={onAdd}
      />
      <ExportStatus state={exporting.state} onCancel={exporting.cancel} onDismiss={exporting.dismiss} />
      {ListHead && <ListHead view={view} />}
      <TableToolbar
        schema={schema}
        view={view}
        columns={columns}
        show={show}
        filters={{ id: panelId, open: filtersOpen, toggle: () => setFiltersOpen(!filtersOpen) }}
      />
      {filtersOpen && (
        <FilterPanel
          id={panelId}
          schema={schema}
          filters={filters}
          onFilters={(next) => show({ filters: next }, { replace: true })}
        />
      )}
      <FilterChips schema={schema} filters={filters} onFilters={(next) => show({ filters: next })} />
      <NewRecordsHint schema={schema} view={view} total={data?.total} />
      {error && (
        <Notice tone="bad">
          <p>{messageOf(error, 'Failed to load data')}</p>
          <Button size="small" variant="outline" className="justify-self-start" onClick={() => refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {!data && !error && (
        <p role="status" className="flex items-center gap-2 py-10 text-muted">
          <Spinner />
          Loading records...
        </p>
      )}
      {data && !error && data.data.length === 0 && (
        <EmptyTable isNarrowed={isNarrowed} onCreate={onAdd} onClear={() => show({ q: '', filters: {} })} />
      )}
      {data && !error && data.data.length > 0 && (
        <TableGrid
          caption={title}
          columns={columns}
          cells={cells}
          records={data.data}
          offset={(data.page - 1) * data.limit}
          total={data.total}
          sort={sort}
          stale={isFetching}
          onSort={(next) => show({ sort: next })}
          onAction={(action, record) => (action === 'edit' ? open(record.id) : setDeleting(record))}
        />
      )}
      {data && !error && (
        <Pager page={data} onPage={(next) => show({ page: next })} onLimit={(next) => show({ limit: next })} />
      )}
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
    </section>
  )
}

/** Reloads the list, offers Undo and moves the focus to the neighbouring row. */
function useAfterDelete(schema: Descriptor, records: readonly TableRecord[] = []) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const reload = () => client.invalidateQueries({ queryKey: recordsKey(schema.name) })

  async function undo(record: TableRecord) {
    try {
      await restoreRecord(schema.name, record.id)
      showToast({ text: 'Record restored' })
    } catch (error) {
      showToast({ text: messageOf(error, 'Failed to restore the record') })
    }
    await reload()
    focusRecord(record.id)
  }
  return async (record: TableRecord) => {
    const next = neighbour(records, record.id)
    showToast({ text: 'Record deleted', action: { label: 'Undo', run: () => undo(record) } })
    await reload()
    focusRecord(next)
  }
}
