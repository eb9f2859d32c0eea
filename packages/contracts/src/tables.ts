import * as v from 'valibot'
import { doc, get, tagged } from './call'
import { tableName } from './doc-parts'
import { pageCounts } from './parameters'
import { readOf } from './policy'
import { tableSchema, tone } from './table-schema'

/** A record on the wire: declared fields and `id`; instants are ISO 8601 UTC. */
export const tableRecord = v.looseObject({ id: v.string() })
export type TableRecord = v.InferOutput<typeof tableRecord>

/** A record that another one refers to: what people call it, and what they should know of it. */
const referencedRecord = v.object({
  label: v.string(),
  badges: v.optional(v.array(v.object({ label: v.string(), tone, about: v.optional(v.literal('waiver')) }))),
  /** It does not exist any more. */
  deleted: v.optional(v.literal(true)),
})
export type ReferencedRecord = v.InferOutput<typeof referencedRecord>

/** By table and id: whatever the records of an answer refer to. */
export const references = v.record(v.string(), v.record(v.string(), referencedRecord))
export type References = v.InferOutput<typeof references>

/** `GET /api/tables/{table}`. */
export const recordPage = v.object({
  data: v.array(tableRecord),
  /** Only where the table has references. */
  references: v.optional(references),
  ...pageCounts.entries,
  /** Behind its last record; null on the last page, and where the order has no cursors. */
  next: v.optional(v.nullable(v.string())),
})
export type RecordPage = v.InferOutput<typeof recordPage>

/** `GET /api/tables/{table}/choices/{field}`: records that a reference may name. */
export const referenceChoices = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      ...v.omit(referencedRecord, ['deleted']).entries,
      /** What tells people of one name apart: the phone number, and who refers to them. */
      detail: v.optional(v.string()),
    }),
  ),
})
export type ReferenceChoices = v.InferOutput<typeof referenceChoices>

/** The number of records that refer to a record by one field. The 409 of a refused delete has one for each field. */
export const referrerCount = v.object({ table: v.string(), field: v.string(), total: v.number() })
export type ReferrerCount = v.InferOutput<typeof referrerCount>

/** Some of the records that refer to one; `at` is where a record of a table with a calendar starts. */
const referringRecords = v.array(v.object({ id: v.string(), label: v.string(), at: v.optional(v.string()) }))
const datedReferrers = v.object({ total: v.number(), sample: referringRecords })
export type DatedReferrers = v.InferOutput<typeof datedReferrers>

/**
 * `GET /api/tables/{table}/{id}/referrers`: one entry per field that refers to the record, with the newest few. Those of a
 * table with a calendar are also parted into `coming`, from today on at the school, and `past`, the nearest first.
 */
export const referrers = v.array(
  v.object({
    ...referrerCount.entries,
    sample: referringRecords,
    coming: v.optional(datedReferrers),
    past: v.optional(datedReferrers),
  }),
)
export type Referrers = v.InferOutput<typeof referrers>

/** Beside the error of a 409: another user saved first, and this is the current version. */
export const staleRecord = v.object({ record: tableRecord })

/** Beside the error of a 404: who deleted the record, or null when it is not in the trash either. `by` is an address. */
export const deletedRecord = v.object({ deleted: v.nullable(v.object({ by: v.string(), at: v.string() })) })

/** In the place of a schema in `GET /api/admin/schemas`: a table that cannot be shown, and why. */
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
/** The number of rows that an export will have. */
export const totalCountHeader = 'X-Total-Count'

export const listTables = get('listTables', '/api/admin/schemas', {
  access: 'anyRight',
  limit: 'read',
  response: { 200: v.array(v.union([tableSchema, brokenTable])) },
})

export const readTable = get('readTable', '/api/admin/schemas/:name', {
  ...readOf(':name'),
  own: true,
  params: v.object({ name: v.string() }),
  response: { 200: tableSchema },
  errors: ['not_found'],
})

export const docs = () => {
  const example = { name: 'lessons', title: 'Lessons', required: ['title'], properties: { title: { type: 'string' } } }
  return tagged('Tables', [
    doc(listTables, {
      summary: 'All tables and their fields',
      description: 'In the order of the tabs. A table with a broken schema is listed with the reason.',
      responses: { 200: { description: 'The tables.', example: [example] } },
    }),
    doc(readTable, {
      summary: 'One table and its fields',
      description: 'The fields of the records of a table, as the bodies and responses of its calls hold them.',
      parameters: { name: tableName('lessons') },
      responses: { 200: { description: 'The table.', example } },
      errors: { not_found: 'There is no such table.' },
    }),
  ])
}
