import { tabLabel } from '@app/table-schema/cell'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { newRecord } from '#lib/list-address'
import { paths } from '#lib/paths'
import { useMayEdit } from '#lib/rights'
import type { HeadingActionProps } from '#lib/table-extension'
import { useShortcuts } from '#lib/use-listener'
import { Button, ButtonLink } from '#ui/button'
import { onDemand } from '#ui/chunk'
import { LoadingMessage, PageMessage } from '#ui/page-message'
import { Tabs } from '#ui/tabs'
import { Toasts } from '#ui/toast'
import { selectedRecords, useUndoBatch } from './bulk/use-batch'
import { type ListSelection, useListSelection } from './bulk/use-selection'
import { focusRecord, neighbor } from './list/focus-record'
import { ListBody } from './list/grid/table-grid'
import { useView } from './list/list-view'
import { ListProvider, useList } from './list/state/list-provider'
import { type Schemas, schemasQuery, type UnusableTable } from './list/tables.api'
import { ListHeading, NewRecordsHint, Pager } from './list/toolbar/list-heading'
import { ListToolbar } from './list/toolbar/list-toolbar'
import { useExtensions } from './list/use-schema'
import { RecordLayer, useRecordActions } from './record/record-layer'
import './tables.css'

/** Loads the table schemas and shows the tables under a header. */
export function Dashboard({ header }: { header: ReactNode }) {
  const { data: schemas, error, refetch } = useQuery(schemasQuery)

  if (schemas) return <DashboardTables schemas={schemas} header={header} />
  if (!error) return <LoadingMessage title="Loading Dashboard">Discovering database schemas...</LoadingMessage>
  return (
    <PageMessage title="Dashboard Error">
      <p role="alert">{failureText(error, 'Failed to load schemas')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => refetch()}>Retry</Button>
        <ButtonLink href={paths.home} variant="outline">
          Back to Website
        </ButtonLink>
      </div>
    </PageMessage>
  )
}

function DashboardTables({ schemas: { tables, unusable }, header }: { schemas: Schemas; header: ReactNode }) {
  const { view, show } = useView(tables)
  const extensionOf = useExtensions()
  const schema = tables.find(({ name }) => name === view.table)
  const tabs = [
    ...tables.map((each) => {
      const { TabBadge } = extensionOf(each.name)
      return { key: each.name, label: tabLabel(each), href: `?table=${each.name}`, badge: TabBadge && <TabBadge /> }
    }),
    ...unusable.map(({ name, label, reason }, at) => ({ key: `${name}-${at}`, label, href: '', error: reason })),
  ]

  return (
    <div className="dashboard min-h-svh">
      {header}
      <main className="dashboard-main mx-auto grid w-full max-w-[110rem] grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 py-3 md:px-8 low:gap-2 low:py-1">
        {tabs.length === 0 && <h2 className="py-16 text-center text-2xl">No Schemas Found</h2>}
        {unusable.length > 0 && <UnusableTables unusable={unusable} />}
        {tabs.length > 0 && (
          <Tabs label="Tables" tabs={tabs} selected={schema?.name} onSelect={(table) => show({ table })}>
            {schema && (
              <ListProvider key={schema.name} schema={schema} view={view} show={show}>
                <Desk />
              </ListProvider>
            )}
          </Tabs>
        )}
      </main>
      <Toasts />
    </div>
  )
}

/** Tables whose schema is invalid; the other tables work. */
const UnusableTables = ({ unusable }: { unusable: readonly UnusableTable[] }) => (
  <div role="status" className="grid gap-1 rounded-lg border border-warn-line bg-warn-soft px-4 py-2 text-sm">
    {unusable.map(({ name, label, reason }) => (
      <p key={`${name} ${reason}`} className="[overflow-wrap:anywhere]">
        <strong>{label}</strong> cannot be shown: {reason}
      </p>
    ))}
  </div>
)

const SelectionBar = onDemand(() => import('./bulk/selection-bar').then((file) => file.SelectionBar))

/** `j` and `k` open the next and the previous record of the page; Escape closes the panel, then clears the selection. */
function useRecordKeys(open: (id: string) => void, clear: () => void) {
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

const noIds: ReadonlySet<string> = new Set()

/** One table: heading, search, filters, the list and its pager, and the open record next to it. */
function Desk() {
  const { schema, view, page } = useList()
  const selection = useListSelection()
  // It stays after the selection is cleared: it names the records that a batch left out.
  const [hadSelection, setHadSelection] = useState(false)
  if (!hadSelection && (selection.everything || selection.ids.size > 0)) setHadSelection(true)
  const actions = useRecordActions()
  useRecordKeys(actions.open, selection.clear)
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

const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row

/** The keys of a table's actions: for the selected rows, else for the row that has the focus. */
function RowKeys({ selection }: { selection: ListSelection }) {
  const {
    schema,
    view,
    page: { data },
    extension: { BulkKeys: Keys },
  } = useList()
  const mayEdit = useMayEdit(schema.name)
  const next = useRef<string>(undefined)
  if (!data || !mayEdit || !Keys) return null
  const selected = selectedRecords(schema, view, selection, data.total)
  const focused = {
    count: 1,
    isEverything: false,
    target() {
      const id = focusedRow()
      next.current = id && neighbor(data.data, id)
      return id === undefined ? undefined : { ids: [id] }
    },
    onDone() {
      // The row may have left the list, and the focus with it.
      if (!focusedRow()) focusRecord(next.current)
    },
  }
  return <Keys {...selected} {...(selected.count === 0 && focused)} />
}
