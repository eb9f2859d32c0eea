import { callAddress } from '@app/contracts/call-request'
import { readHistory } from '@app/contracts/history'
import { idempotencyHeader } from '@app/contracts/idempotency'
import {
  createRecord as createCall,
  deleteRecord as deleteCall,
  restoreRecord as restoreCall,
} from '@app/contracts/record-changes'
import { listRecords, readRecord } from '@app/contracts/records'
import { brokenTable, listTables, type RecordPage, type TableRecord } from '@app/contracts/tables'
import { wordsOf } from '@app/table-schema/field'
import { firstPage, printListQuery, type Selection } from '@app/table-schema/list-query'
import { readableTableSchema, type TableSchema } from '@app/table-schema/schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { request } from '#lib/api'
import { callApi } from '#lib/call-api'
import { recordKey, recordsKey } from '#lib/records'
import { firstSort, inTabOrder } from '#lib/sort'
import { emptyView, filterFrom, type View, wireFilters } from './list-view'

/** A table whose schema cannot be used, and why. */
export type UnusableTable = { name: string; label: string; reason: string }

export type Schemas = { tables: TableSchema[]; unusable: UnusableTable[] }

const partlyReadable = v.object({
  name: v.fallback(v.string(), ''),
  title: v.fallback(v.optional(v.string()), undefined),
})

/** Separates the usable schemas, in the order of their tabs, from the rest: an error in one table never hides another. */
function readSchemas(list: readonly unknown[]): Schemas {
  const schemas: Schemas = { tables: [], unusable: [] }
  for (const given of list) {
    const read = v.safeParse(readableTableSchema, given)
    if (read.success) schemas.tables.push(read.output)
    else schemas.unusable.push(explain(given, read.issues))
  }
  return { ...schemas, tables: inTabOrder(schemas.tables) }
}

/** The service names the reason for a schema that it refused itself. */
function explain(given: unknown, [issue]: readonly v.BaseIssue<unknown>[]): UnusableTable {
  const known = v.safeParse(brokenTable, given)
  const read = known.success ? known : v.safeParse(partlyReadable, given)
  const { name, title } = read.success ? read.output : { name: '' }
  const label = title || wordsOf(name) || 'Unnamed table'
  if (known.success) return { name, label, reason: known.output.error }
  const path = issue && v.getDotPath(issue)
  return { name, label, reason: `${path ? `${path}: ` : ''}${issue?.message ?? 'unknown error'}` }
}

/** The selection that a list and its export share: which records, in which order. */
export const selectionFrom = (schema: TableSchema, { sort, q, filters }: Pick<View, 'sort' | 'q' | 'filters'>) =>
  ({
    sort: sort ?? firstSort(schema),
    q,
    filters: Object.entries(wireFilters(schema, filters)).map(([key, value]) => filterFrom(schema, key, value)),
  }) satisfies Selection

export const schemasQuery = queryOptions({
  queryKey: [listTables.id],
  queryFn: async ({ signal }) =>
    // A broken table must not hide the others: each is read on its own.
    readSchemas(await request(v.array(v.unknown()), callAddress(listTables, {}), { signal })),
  refetchOnWindowFocus: false,
})

/** As many fit into an address. */
export const maxNamedIds = 140

/** One page of a list; with `ids` of those records only, with `fields` those alone. */
export function fetchPage(
  schema: TableSchema,
  view: View,
  signal: AbortSignal,
  { ids, fields }: { ids?: readonly string[]; fields?: readonly string[] } = {},
): Promise<RecordPage> {
  const { filters, ...selection } = selectionFrom(schema, view)
  const search = new URLSearchParams(printListQuery({ ...view, ...selection, filters: ids ? [] : filters }))
  if (ids) search.set('id__in', ids.slice(0, maxNamedIds).join(','))
  if (fields) search.set('fields', fields.join(','))
  return callApi(listRecords, { params: { table: schema.name }, search: `${search}`, signal })
}

/** Records by their ids, as they are now; those that are gone are left out. */
export const recordsQuery = (schema: TableSchema, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...recordsKey(schema.name), 'named', ids],
    queryFn: async ({ signal }): Promise<TableRecord[]> => {
      const view = { ...emptyView, table: schema.name, limit: 200 }
      const parts = Array.from({ length: Math.ceil(ids.length / maxNamedIds) }, (_, at) =>
        ids.slice(at * maxNamedIds, (at + 1) * maxNamedIds),
      )
      const pages = await Promise.all(parts.map((part) => fetchPage(schema, view, signal, { ids: part })))
      return pages.flatMap(({ data }) => data)
    },
  })

/** One page of a table. The page before stays on screen while the next one loads. */
export const pageQuery = (schema: TableSchema, view: View) => {
  const { page, limit, sort, q, filters } = view
  return queryOptions({
    queryKey: [...recordsKey(schema.name), 'page', { page, limit, sort, q, filters }],
    queryFn: ({ signal }) => fetchPage(schema, view, signal),
    placeholderData: keepPreviousData,
    // Rows must not move under the pointer; a hint offers what is new.
    refetchOnWindowFocus: false,
  })
}

/** As many show what a list looks like. */
export const firstRecords = 3

export const firstRecordsQuery = (table: string) =>
  queryOptions({
    queryKey: [...recordsKey(table), 'first'],
    queryFn: ({ signal }) => callApi(listRecords, { params: { table }, search: `limit=${firstRecords}`, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

const fetchTotal = async (schema: TableSchema, view: View, signal: AbortSignal): Promise<number> =>
  (await fetchPage(schema, { ...view, sort: null, page: firstPage, limit: 1 }, signal)).total

/** The number of records that some filters leave. */
export const countQuery = (schema: TableSchema, view: View) =>
  queryOptions({
    queryKey: [...recordsKey(schema.name), 'count', view.q, view.filters],
    queryFn: ({ signal }) => fetchTotal(schema, view, signal),
  })

/** The number of matching records as it is now. */
export const totalQuery = (schema: TableSchema, view: View, shownTotal: number | undefined) =>
  queryOptions({
    queryKey: [...recordsKey(schema.name), 'total', view.q, view.filters, shownTotal],
    queryFn: ({ signal }) => fetchTotal(schema, view, signal),
    enabled: shownTotal !== undefined,
    initialData: shownTotal,
    retry: false,
  })

const fetchRecord = (table: string, id: string, signal?: AbortSignal): Promise<TableRecord> =>
  callApi(readRecord, { params: { table, id }, signal })

/** A record as it is now. It is not refetched while it is edited; a save finds out what changed meanwhile. */
export const recordQuery = (table: string, id: string) =>
  queryOptions({
    queryKey: recordKey(table, id),
    queryFn: ({ signal }) => fetchRecord(table, id, signal),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })

/** A record to edit, fetched again since a panel may show an older version. */
export const editQuery = (table: string, id: string) =>
  queryOptions({ ...recordQuery(table, id), queryKey: [...recordKey(table, id), 'edit'] })

/** The author of the record's current state; null where its history does not say. */
export const lastChangeQuery = (table: string, { id, updated_at }: TableRecord) =>
  queryOptions({
    queryKey: [...recordKey(table, id), 'last change', updated_at],
    queryFn: async ({ signal }) => {
      const { data } = await callApi(readHistory, { params: { table, id }, signal })
      return data.find(({ at }) => at === updated_at) ?? null
    },
    gcTime: 0,
  })

/** With the same `key` a repeated call creates the record only once. */
export const createRecord = (table: string, body: Record<string, unknown>, key: string): Promise<TableRecord> =>
  callApi(createCall, { params: { table }, body, headers: { [idempotencyHeader]: key } })

/** Moves a record to the trash. With `unlink` it is taken out of the records that refer to it; without, those are an error. */
export const deleteRecord = (table: string, id: string, unlink = false) =>
  callApi(deleteCall, { params: { table, id }, query: { unlink: unlink ? 'true' : undefined } })

/** Takes a deleted record out of the trash. */
export const restoreRecord = (table: string, id: string): Promise<TableRecord> =>
  callApi(restoreCall, { params: { table, id } })
