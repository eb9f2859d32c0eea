import { recordPage } from '@app/contracts/tables'
import { descriptorSchema } from '@app/table-schema/descriptor'
import * as v from 'valibot'
import { request } from '../../lib/api'

export type ListView = { table: string; page: number; sort: string | null }

const pageSize = 50

export const fetchSchemas = (signal?: AbortSignal) =>
  request(v.array(descriptorSchema), '/api/admin/schemas', { signal })

/** One page of a table; without a sort the server's own order holds. */
export function fetchRecords({ table, page, sort }: ListView, signal?: AbortSignal) {
  const query = new URLSearchParams({ page: `${page}`, limit: `${pageSize}`, ...(sort && { sort }) })
  return request(recordPage, `/api/tables/${encodeURIComponent(table)}?${query}`, { signal })
}
