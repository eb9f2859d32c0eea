import { readBatchRecords } from '@app/contracts/batches'
import { type BatchRecords, type HistoryPage, readHistory } from '@app/contracts/history'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callApi } from '#lib/call-api'

export type BatchName = { id: string; isUndo: boolean }

/** The page behind these, until as many were read as there are. */
const nextPage = <Page extends { data: readonly unknown[]; total: number }>(
  { total }: Page,
  pages: readonly Page[],
  page: number,
) => (pages.reduce((count, { data }) => count + data.length, 0) < total ? page + 1 : undefined)

/** The history of a record, newest first, page by page. A saved record (`version`) has another history. */
export const historyQuery = (table: string, id: string, version: unknown, who?: string) =>
  infiniteQueryOptions({
    queryKey: [readHistory.id, table, id, version, who],
    queryFn: ({ pageParam, signal }) =>
      callApi(readHistory, {
        params: { table, id },
        query: { page: String(pageParam), who },
        signal,
      }) as Promise<HistoryPage>,
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchOnWindowFocus: false,
  })

/** Changes of a batch, an import or an undo, page by page. */
export const batchRecordsQuery = (table: string, { id, isUndo }: BatchName) =>
  infiniteQueryOptions({
    queryKey: [readBatchRecords.id, table, id, isUndo],
    queryFn: ({ pageParam, signal }) =>
      callApi(readBatchRecords, {
        params: { table, id },
        query: { page: String(pageParam), undo: isUndo ? 'true' : undefined },
        signal,
      }) as Promise<BatchRecords>,
    initialPageParam: 1,
    getNextPageParam: nextPage,
  })
