import { type TrashedRecord, trashPage } from '@app/contracts/history'
import { recordDeleted, tableRecord } from '@app/contracts/tables'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'

export const trashKey = ['trash'] as const
export type TrashView = { table: string; q: string; page: number }

export const trashQuery = ({ table, q, page }: TrashView) =>
  queryOptions({
    queryKey: [...trashKey, table, q, page],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), ...(table && { table }), ...(q && { q }) })
      return request(trashPage, `/api/trash?${query}`, { signal })
    },
    placeholderData: keepPreviousData,
  })

type Place = Pick<TrashedRecord, 'table' | 'id'>
const path = (root: string, { table, id }: Place) => `${root}/${encodeURIComponent(table)}/${encodeURIComponent(id)}`

export const restore = (record: Place) =>
  request(tableRecord, `${path('/api/tables', record)}/restore`, { method: 'POST', body: {} })

export const purge = (record: Place) => request(recordDeleted, path('/api/trash', record), { method: 'DELETE' })
