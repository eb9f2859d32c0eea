import type { RecordPage } from '@app/contracts/tables'
import type { TableView } from '@app/contracts/views'
import { tabLabel } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { newRecord } from '#lib/list-address'
import { useMayEdit } from '#lib/rights'
import type { TableExtension } from '#lib/table-extension'
import { usePageTitle } from '#ui/page-title'
import { type Columns, useColumns } from '../columns/use-columns'
import { opened, type ShowView, type View } from '../list-view'
import { recordName } from '../record-name'
import { LabelsContext } from '../references/references.api'
import { type SavedViews, useSavedViews } from '../saved-views/use-saved-views'
import { pageQuery } from '../tables.api'
import { useExtension } from '../use-schema'

/** The list on screen: its table, what the address says about it, and one page of records. */
type List = {
  schema: TableSchema
  view: View
  show: ShowView
  page: UseQueryResult<RecordPage>
  columns: Columns
  saved: SavedViews
  extension: TableExtension
}

const ListContext = createContext<List | null>(null)

export function useList(): List {
  const list = useContext(ListContext)
  if (!list) throw new Error('useList is called outside a ListProvider')
  return list
}

/** Opens the form of a new record; undefined for users without the right, and where records are created automatically. */
export function useAddRecord(): (() => void) | undefined {
  const { schema, show } = useList()
  const mayEdit = useMayEdit(schema.name)
  return mayEdit && schema.creatable !== false ? () => show({ record: newRecord }, opened) : undefined
}

type Props = { schema: TableSchema; view: View; show: ShowView; children: ReactNode }

const noLabels = {}

/** Loads the list of the address for everything below, and names the page after it. */
export function ListProvider({ schema, view, show, children }: Props) {
  const extension = useExtension(schema.name)
  const saved = useSavedViews(schema, view, show, extension.opensWith)
  const page = useQuery({ ...pageQuery(schema, view), enabled: !saved.isOpening })
  const records = page.data?.data
  const columns = useColumns(schema, extension, records, savedColumns(saved.current))
  useLastPage(page.data, page.isFetching, view, show)

  const openRow = records?.find(({ id }) => id === view.record)
  const names = [openRow && recordName(columns.all, openRow), tabLabel(schema), 'Admin Dashboard']
  usePageTitle(names.filter(Boolean).join(' · '))

  return (
    <ListContext value={{ schema, view, show, page, columns, saved, extension }}>
      <LabelsContext value={page.data?.references ?? noLabels}>{children}</LabelsContext>
    </ListContext>
  )
}

/** A view with columns of its own shows those; any other list shows those of this browser. */
const savedColumns = (view: TableView | undefined) => view?.columns && { id: view.id, columns: view.columns }

/** Steps back to the last page when the shown one is gone, for instance after its last record was deleted. */
function useLastPage(data: RecordPage | undefined, isFetching: boolean, { page }: View, show: ShowView) {
  const last = data && !isFetching && page > data.totalPages && data.totalPages > 0 ? data.totalPages : null
  useEffect(() => {
    if (last) show({ page: last }, { replace: true })
  })
}
