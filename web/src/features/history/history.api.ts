import {
  type BatchRecords,
  batchRecords,
  changeSourceHeader,
  type HistoryPage,
  historyPage,
} from '@app/contracts/history'
import { type TableRecord, tableRecord } from '@app/contracts/tables'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'
import { ifVersion, tablePath, updateRecord } from '#lib/records'

export type BatchName = { id: string; isUndo: boolean }

/** The page behind these, until as many were read as there are. */
const nextPage = <Page extends { data: readonly unknown[]; total: number }>(
  { total }: Page,
  pages: readonly Page[],
  page: number,
) => (pages.reduce((count, { data }) => count + data.length, 0) < total ? page + 1 : undefined)

/** What happened to a record, newest first, page by page. A saved record (`version`) has another history. */
export const historyQuery = (table: string, id: string, version: unknown) =>
  infiniteQueryOptions({
    queryKey: ['history', table, id, version],
    queryFn: ({ pageParam, signal }) =>
      request(historyPage, `${tablePath(table, id, 'history')}?page=${pageParam}`, { signal }) as Promise<HistoryPage>,
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchOnWindowFocus: false,
  })

/** What a batch, an import or an undo has changed, page by page. */
export const batchRecordsQuery = (table: string, { id, isUndo }: BatchName) =>
  infiniteQueryOptions({
    queryKey: ['batch-records', table, id, isUndo],
    queryFn: ({ pageParam, signal }) => {
      const path = tablePath(table, 'batches', id, 'records')
      const query = `?page=${pageParam}${isUndo ? '&undo=true' : ''}`
      return request(batchRecords, `${path}${query}`, { signal }) as Promise<BatchRecords>
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })

/** Sets one field to an earlier value. Refused when the record was changed since it was shown. */
export const restoreValue = (table: string, record: TableRecord, field: string, value: unknown) =>
  updateRecord(table, record.id, { [field]: value }, record['updated_at'], { [changeSourceHeader]: 'restore' })

/** Sets the record to what it was after a revision. */
export const revertRecord = (table: string, record: TableRecord, revision: string) =>
  request(tableRecord, tablePath(table, record.id, 'revert'), {
    method: 'POST',
    body: { revision },
    headers: ifVersion(record['updated_at']),
  })
