import { recordDeleted } from '@app/contracts/tables'
import { type NewTableView, type TableViewChange, tableView, tableViews } from '@app/contracts/views'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'
import { tablePath } from '#lib/records'

const path = (table: string, ...parts: string[]) => tablePath(table, 'views', ...parts)

/** The saved views of a table: the user's own and the shared ones. */
export const viewsQuery = (table: string) =>
  queryOptions({
    queryKey: ['views', table],
    queryFn: async ({ signal }) => (await request(tableViews, path(table), { signal })).data,
    refetchOnWindowFocus: false,
    // A list works without them.
    retry: false,
  })

export const createView = (table: string, body: NewTableView) =>
  request(tableView, path(table), { method: 'POST', body })

export const changeView = (table: string, id: string, body: TableViewChange) =>
  request(tableView, path(table, id), { method: 'PUT', body })

export const deleteView = (table: string, id: string) => request(recordDeleted, path(table, id), { method: 'DELETE' })
