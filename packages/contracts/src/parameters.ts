import * as v from 'valibot'
import { objectIdPattern } from './object-id'

export const pageNumber = v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/)), '1')

/** The counts that each page of a list has. */
export const pageCounts = v.object({ page: v.number(), limit: v.number(), total: v.number(), totalPages: v.number() })

/** A record id: 24 hex digits. */
export const recordId = v.pipe(v.string(), v.regex(objectIdPattern))

/** The parameters of a path that names one document, a table, or a record of a table. */
export const idParams = v.object({ id: recordId })
export const tableParams = v.object({ table: v.string() })
export const recordParams = v.object({ ...tableParams.entries, ...idParams.entries })

/** `If-Match`: the `updated_at` that the editor has seen. */
export const ifMatch = v.object({ 'If-Match': v.optional(v.string()) })

/** `If-None-Match`: the `ETag` of a response that the caller has. */
export const ifNoneMatch = v.object({ 'If-None-Match': v.optional(v.string()) })

/** Bytes that a multipart form adds to its file, at most. */
export const formBytes = 64 * 1024
