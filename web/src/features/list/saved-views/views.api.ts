import {
  changeView as changeCall,
  createView as createCall,
  deleteView as deleteCall,
  listViews,
} from '@app/contracts/calls/views'
import type { NewTableView, TableViewChange } from '@app/contracts/views'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'

/** The saved views of a table: the user's own and the shared ones. */
export const viewsQuery = (table: string) =>
  queryOptions({
    queryKey: ['views', table],
    queryFn: async ({ signal }) => (await callApi(listViews, { params: { table }, signal })).data,
    refetchOnWindowFocus: false,
    // A list works without them.
    retry: false,
  })

export const createView = (table: string, body: NewTableView) => callApi(createCall, { params: { table }, body })

export const changeView = (table: string, id: string, body: TableViewChange) =>
  callApi(changeCall, { params: { table, id }, body })

export const deleteView = (table: string, id: string) => callApi(deleteCall, { params: { table, id } })
