import {
  changeView as changeCall,
  createView as createCall,
  deleteView as deleteCall,
  listViews,
  type NewTableView,
  type TableViewChange,
} from '@app/contracts/views'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/call-query'

/** The saved views of a table: the user's own and the shared ones. */
export const viewsQuery = (table: string) => ({
  ...queryOf(listViews, { params: { table } }),
  refetchOnWindowFocus: false,
  // A list works without them.
  retry: false,
})

export const createView = (table: string, body: NewTableView) => callApi(createCall, { params: { table }, body })

export const changeView = (table: string, id: string, body: TableViewChange) =>
  callApi(changeCall, { params: { table, id }, body })

export const deleteView = (table: string, id: string) => callApi(deleteCall, { params: { table, id } })
