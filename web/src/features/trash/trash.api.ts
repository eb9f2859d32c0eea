import { type TrashedRecord, trashPage } from '@app/contracts/history'
import { recordDeleted, tableRecord } from '@app/contracts/tables'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'
import { tablePath } from '#lib/records'

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

export const restore = ({ table, id }: Place) =>
  request(tableRecord, tablePath(table, id, 'restore'), { method: 'POST', body: {} })

export const purge = ({ table, id }: Place) =>
  request(recordDeleted, `/api/trash/${encodeURIComponent(table)}/${encodeURIComponent(id)}`, { method: 'DELETE' })
