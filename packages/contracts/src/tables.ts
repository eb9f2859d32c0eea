import * as v from 'valibot'

/** A record on the wire: declared fields beside `id`; instants are ISO 8601 UTC. */
export const tableRecord = v.looseObject({ id: v.string() })
export type TableRecord = v.InferOutput<typeof tableRecord>

/** `GET /api/tables/{table}`. */
export const recordPage = v.object({
  data: v.array(tableRecord),
  page: v.number(),
  limit: v.number(),
  total: v.number(),
  totalPages: v.number(),
})
export type RecordPage = v.InferOutput<typeof recordPage>
