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

/** `DELETE /api/tables/{table}/{id}`. */
export const recordDeleted = v.object({ success: v.literal(true), id: v.string() })

/** Beside the error of a 409: somebody saved first, and this is what the record is now. */
export const staleRecord = v.object({ record: tableRecord })

/** Beside the error of a 404: the record is in the trash. `by` is an address. */
export const deletedRecord = v.object({ deleted: v.object({ by: v.string(), at: v.string() }) })
export type Deletion = v.InferOutput<typeof deletedRecord>['deleted']

/** In the place of a descriptor in `GET /api/admin/schemas`: a table that cannot be shown, and why. */
export const brokenTable = v.object({ name: v.string(), title: v.optional(v.string()), error: v.string() })
export type BrokenTable = v.InferOutput<typeof brokenTable>

/** `POST /api/upload/{kind}`. A record keeps the `url`. */
export const uploadKind = v.picklist(['file', 'image'])
export type UploadKind = v.InferOutput<typeof uploadKind>
export const uploadedFile = v.object({
  id: v.string(),
  url: v.string(),
  name: v.string(),
  size: v.number(),
  type: v.string(),
})
export type UploadedFile = v.InferOutput<typeof uploadedFile>

export const maxUploadBytes = 5 * 1024 * 1024
/** How many rows an export will have. */
export const totalCountHeader = 'X-Total-Count'
