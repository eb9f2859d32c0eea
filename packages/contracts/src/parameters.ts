import * as v from 'valibot'
import { objectIdPattern } from './object-id'

export const pageNumber = v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/)), '1')

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
