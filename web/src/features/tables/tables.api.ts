import { idempotencyHeader } from '@app/contracts/forms'
import { historyPage } from '@app/contracts/history'
import {
  type RecordPage,
  recordDeleted,
  recordPage,
  type TableRecord,
  tableRecord,
  type UploadKind,
  uploadedFile,
} from '@app/contracts/tables'
import type { Descriptor } from '@app/table-schema/descriptor'
import { parseFilter } from '@app/table-schema/filter'
import { defaultSort, firstPage, printExportQuery, printListQuery, type Selection } from '@app/table-schema/list-query'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { request, requestStream } from '#lib/api'
import { tablePath } from '#lib/records'
import { wireFilters } from './filters/filters'
import type { View } from './list-view'
import { readSchemas } from './schemas'

/** What a list and an export of it have in common: which records, in which order. */
export const selectionFrom = (schema: Descriptor, { sort, q, filters }: Pick<View, 'sort' | 'q' | 'filters'>) =>
  ({
    sort: sort ?? defaultSort,
    q,
    filters: Object.entries(wireFilters(schema, filters)).map(([key, value]) => parseFilter(schema, key, [value])),
  }) satisfies Selection

export const schemasQuery = queryOptions({
  queryKey: ['schemas'],
  queryFn: async ({ signal }) => readSchemas(await request(v.array(v.unknown()), '/api/admin/schemas', { signal })),
  refetchOnWindowFocus: false,
})

/** Every query about the records of a table begins with this key. */
export const recordsKey = (table: string) => ['records', table] as const

/** One page of a list; with `ids` of those records only. */
export function fetchPage(
  schema: Descriptor,
  view: View,
  signal: AbortSignal,
  ids?: readonly string[],
): Promise<RecordPage> {
  const { filters, ...selection } = selectionFrom(schema, view)
  const chosen = ids ? [parseFilter(schema, 'id', ids)] : filters
  const query = printListQuery({ ...view, ...selection, filters: chosen })
  return request(recordPage, `${tablePath(schema.name)}?${query}`, { signal })
}

/** One page of a table. The page before stays on screen while the next one loads. */
export const pageQuery = (schema: Descriptor, view: View) => {
  const { page, limit, sort, q, filters } = view
  return queryOptions({
    queryKey: [...recordsKey(schema.name), 'page', { page, limit, sort, q, filters }],
    queryFn: ({ signal }) => fetchPage(schema, view, signal),
    placeholderData: keepPreviousData,
    // Rows must not move under the pointer; a hint offers what is new.
    refetchOnWindowFocus: false,
  })
}

/** A few records to see what a list of them looks like. */
export const firstRecordsQuery = (table: string) =>
  queryOptions({
    queryKey: [...recordsKey(table), 'first'],
    queryFn: ({ signal }) => request(recordPage, `${tablePath(table)}?limit=3`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

const fetchTotal = async (schema: Descriptor, view: View, signal: AbortSignal): Promise<number> =>
  (await fetchPage(schema, { ...view, sort: null, page: firstPage, limit: 1 }, signal)).total

/** How many records some filters leave. */
export const countQuery = (schema: Descriptor, view: View) =>
  queryOptions({
    queryKey: [...recordsKey(schema.name), 'count', view.q, view.filters],
    queryFn: ({ signal }) => fetchTotal(schema, view, signal),
  })

/** The number of matching records as it is now. */
export const totalQuery = (schema: Descriptor, view: View, shownTotal: number | undefined) =>
  queryOptions({
    queryKey: [...recordsKey(schema.name), 'total', view.q, view.filters, shownTotal],
    queryFn: ({ signal }) => fetchTotal(schema, view, signal),
    enabled: shownTotal !== undefined,
    initialData: shownTotal,
    retry: false,
  })

const fetchRecord = (table: string, id: string, signal?: AbortSignal): Promise<TableRecord> =>
  request(tableRecord, tablePath(table, id), { signal })

/** A record as it is now. It is not refetched while it is edited; a save finds out what changed meanwhile. */
export const recordQuery = (table: string, id: string) =>
  queryOptions({
    queryKey: ['record', table, id],
    queryFn: ({ signal }) => fetchRecord(table, id, signal),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })

/** A record to edit, fetched again since a panel may show an older version. */
export const editQuery = (table: string, id: string) =>
  queryOptions({ ...recordQuery(table, id), queryKey: ['record', table, id, 'edit'] })

/** Who made the record what it is now; null where its history does not say. */
export const lastChangeQuery = (table: string, { id, updated_at }: TableRecord) =>
  queryOptions({
    queryKey: ['record', table, id, 'last change', updated_at],
    queryFn: async ({ signal }) => {
      const { data } = await request(historyPage, tablePath(table, id, 'history'), { signal })
      return data.find(({ at }) => at === updated_at) ?? null
    },
    gcTime: 0,
  })

/** With the same `key` a repeated call creates the record only once. */
export const createRecord = (table: string, body: Record<string, unknown>, key: string): Promise<TableRecord> =>
  request(tableRecord, tablePath(table), { method: 'POST', body, headers: { [idempotencyHeader]: key } })

/** Moves a record to the trash. With `unlink` it is taken out of the records that refer to it; without, those are an error. */
export const deleteRecord = (table: string, id: string, unlink = false) =>
  request(recordDeleted, `${tablePath(table, id)}${unlink ? '?unlink=true' : ''}`, { method: 'DELETE' })

/** Takes a deleted record out of the trash. */
export const restoreRecord = (table: string, id: string): Promise<TableRecord> =>
  request(tableRecord, tablePath(table, id, 'restore'), { method: 'POST', body: {} })

/** Of all matching records and columns, with stored values, unless these say otherwise. */
export type ExportOptions = { ids?: readonly string[]; values?: 'stored' | 'labels'; columns?: readonly string[] }

/** Records as CSV, streamed. */
export function streamExport(
  schema: Descriptor,
  view: View,
  signal: AbortSignal,
  { ids, values, columns }: ExportOptions,
) {
  const { filters, ...selection } = selectionFrom(schema, view)
  const query = new URLSearchParams(printExportQuery({ ...selection, filters: ids ? [] : filters }))
  if (ids) query.set('id__in', ids.join(','))
  if (ids) query.delete('q')
  if (values === 'labels') query.set('values', values)
  if (columns) query.set('columns', columns.join(','))
  return requestStream(`${tablePath(schema.name, 'export')}?${query}`, signal)
}

const uploadTimeoutMs = 120_000

export function uploadFile(kind: UploadKind, file: File) {
  const body = new FormData()
  body.set('file', file)
  return request(uploadedFile, `/api/upload/${kind}`, {
    method: 'POST',
    body,
    within: uploadTimeoutMs,
  })
}
