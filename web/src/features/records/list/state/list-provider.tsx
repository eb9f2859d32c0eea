import type { RecordPage } from '@app/contracts/tables'
import type { TableView } from '@app/contracts/views'
import { tabLabel } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { usePageTitle } from '#ui/page-title'
import { useColumns } from '../columns/use-columns'
import type { ShowView, View } from '../list-view'
import { recordName } from '../record-name'
import { LabelsContext } from '../references/references.api'
import { useSavedViews } from '../saved-views/use-saved-views'
import { pageQuery } from '../tables.api'
import { useExtension } from '../use-extension'
import { ListContext } from './list-context'

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
