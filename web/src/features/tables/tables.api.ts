import { type RecordPage, recordPage, type TableRecord, tableRecord } from '@app/contracts/tables'
import type { Descriptor } from '@app/table-schema/descriptor'
import * as v from 'valibot'
import { request, requestStream } from '#lib/api'
import { printSort } from '#lib/sort'
import { wireFilters } from './filters/filters'
import type { View } from './list-view'
import { readSchemas } from './schemas'

const tablePath = (table: string, ...parts: string[]) =>
  ['/api/tables', table, ...parts].map((part, at) => (at === 0 ? part : encodeURIComponent(part))).join('/')

export const fetchSchemas = async (signal?: AbortSignal) =>
  readSchemas(await request(v.array(v.unknown()), '/api/admin/schemas', { signal }))

/** Which records, in which order: what a list and an export have in common. Without a sort the server's own holds. */
const selection = (schema: Descriptor, { sort, q, filters }: View) => ({
  ...(sort && { sort: printSort(sort) }),
  ...(q && { q }),
  ...wireFilters(schema, filters),
})

/** One page of a table. */
export function fetchRecords(schema: Descriptor, view: View, signal?: AbortSignal): Promise<RecordPage> {
  const query = new URLSearchParams({ page: `${view.page}`, limit: `${view.limit}`, ...selection(schema, view) })
  return request(recordPage, `${tablePath(schema.name)}?${query}`, { signal })
}

/** How many records there are by now. */
export const fetchTotal = async (schema: Descriptor, view: View, signal?: AbortSignal) => {
  const query = new URLSearchParams({ page: '1', limit: '1', ...selection(schema, { ...view, sort: null }) })
  return (await request(recordPage, `${tablePath(schema.name)}?${query}`, { signal })).total
}

export const fetchRecord = (table: string, id: string, signal?: AbortSignal): Promise<TableRecord> =>
  request(tableRecord, tablePath(table, id), { signal })

/** `key` makes a repeated call safe: the record is created once. */
export const createRecord = (table: string, body: Record<string, unknown>, key: string): Promise<TableRecord> =>
  request(tableRecord, tablePath(table), { method: 'POST', body, headers: { 'Idempotency-Key': key } })

/** Saves what changed. `seen` is the `updated_at` that the person had before their eyes; null to save over anything. */
export const updateRecord = (
  table: string,
  id: string,
  body: Record<string, unknown>,
  seen: string | null,
): Promise<TableRecord> =>
  request(tableRecord, tablePath(table, id), {
    method: 'PUT',
    body,
    headers: seen ? { 'If-Match': JSON.stringify(seen) } : {},
  })

export const deleteRecord = (table: string, id: string) =>
  request(v.object({ success: v.literal(true), id: v.string() }), tablePath(table, id), { method: 'DELETE' })

/** Takes a deleted record out of the trash. */
export const restoreRecord = (table: string, id: string): Promise<TableRecord> =>
  request(tableRecord, tablePath(table, id, 'restore'), { method: 'POST', body: {} })

/** Everything the filters leave, as it arrives. */
export function streamExport(schema: Descriptor, view: View, signal: AbortSignal) {
  const query = `${new URLSearchParams(selection(schema, view))}`
  return requestStream(`${tablePath(schema.name, 'export')}${query && `?${query}`}`, signal)
}

const uploaded = v.object({ id: v.string(), url: v.string(), name: v.string(), size: v.number(), type: v.string() })
export type Uploaded = v.InferOutput<typeof uploaded>

export type UploadKind = 'file' | 'image'

export function uploadFile(kind: UploadKind, file: File): Promise<Uploaded> {
  const body = new FormData()
  body.set('file', file)
  return request(uploaded, `/api/upload/${kind}`, {
    method: 'POST',
    body,
    // A page of another site cannot send it unasked.
    headers: { 'X-Requested-With': 'fetch' },
    within: 120_000,
  })
}
