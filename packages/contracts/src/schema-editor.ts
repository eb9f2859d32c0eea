import * as v from 'valibot'
import { recordId } from './parameters'
import { fieldSchema, type tableSchema } from './table-schema'

/** A table in the list of the schema editor. `savedBy` is an address; null for what was not saved in the editor. */
const tableSummary = v.object({
  name: v.string(),
  title: v.string(),
  savedAt: v.nullable(v.string()),
  savedBy: v.nullable(v.string()),
  isRetired: v.boolean(),
  /** Why the schema cannot be used. */
  error: v.optional(v.string()),
})
export type TableSummary = v.InferOutput<typeof tableSummary>
export const tableSummaries = v.object({ data: v.array(tableSummary) })

/** A field that was taken out of its table: hidden, and its values kept for `daysLeft` more days. */
const retiredField = v.object({
  name: v.string(),
  field: fieldSchema,
  retiredAt: v.string(),
  daysLeft: v.number(),
})
export type RetiredField = v.InferOutput<typeof retiredField>

/**
 * `GET /api/admin/shape/{name}`: the stored schema of a table. One that was written by another program may be
 * invalid: then `error` says why, and `schema` is what is stored.
 */
export const editableSchema = v.object({
  ...tableSummary.entries,
  /** Changes with whatever is stored; a save names the version that it is based on. */
  version: v.string(),
  schema: v.looseObject({ name: v.string() }),
  retiredFields: v.array(retiredField),
  /** Fields that other parts of the product read: they keep their kind and cannot be retired. */
  neededFields: v.array(v.string()),
})
export type EditableSchema = Omit<v.InferOutput<typeof editableSchema>, 'schema'> & {
  schema: v.InferOutput<typeof tableSchema>
}

/** Earlier schemas, newest first. */
export const schemaVersions = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      savedAt: v.nullable(v.string()),
      savedBy: v.nullable(v.string()),
      schema: v.looseObject({ name: v.string() }),
    }),
  ),
})
export type SchemaVersions = {
  data: { id: string; savedAt: string | null; savedBy: string | null; schema: EditableSchema['schema'] }[]
}

const proposed = v.looseObject({})

export const newSchema = v.strictObject({ schema: proposed })
export const schemaChange = v.strictObject({ schema: proposed, version: v.string() })

/** `POST .../impact`: asked again with `after`, until there is no `next`. */
export const impactRequest = v.strictObject({ schema: proposed, after: v.optional(recordId) })

/** Effects of a change on a part of the stored records. */
export const schemaImpact = v.object({
  /** Records of this part, and of the whole table. */
  checked: v.number(),
  total: v.number(),
  next: v.nullable(v.string()),
  /** Values that would not validate, by field and message. */
  faults: v.array(v.object({ field: v.string(), message: v.string(), count: v.number() })),
  /** The first few of the records that have them. */
  records: v.array(v.object({ id: v.string(), label: v.string(), fields: v.record(v.string(), v.string()) })),
  /** Fields that would be retired, and how many records have a value there; in the first part only. */
  retired: v.array(v.object({ field: v.string(), filled: v.number() })),
})
export type SchemaImpact = v.InferOutput<typeof schemaImpact>

/** The treatment of values that no longer fit their field. A field that is not named keeps them as they are. */
const valueFix = v.union([
  v.strictObject({ action: v.literal('clear') }),
  v.strictObject({ action: v.literal('set'), value: v.unknown() }),
])
export type ValueFix = v.InferOutput<typeof valueFix>
export const fixRequest = v.strictObject({
  version: v.string(),
  fixes: v.record(v.string(), valueFix),
  after: v.optional(recordId),
})
/** `POST .../publish`: the job tries the schema against all records, saves it, and then sets or clears what does not fit. */
export const publication = v.strictObject({
  ...schemaChange.entries,
  fixes: v.optional(v.record(v.string(), valueFix)),
})

export const fixResult = v.object({
  checked: v.number(),
  changed: v.number(),
  next: v.nullable(v.string()),
  skipped: v.array(v.object({ id: v.string(), reason: v.string() })),
})
export type FixResult = v.InferOutput<typeof fixResult>

/** `POST .../retire`: hides a table, or brings it back. Its records stay. */
export const retirement = v.strictObject({ version: v.string(), isRetired: v.boolean() })

/** With the error of a 409: another admin saved first. */
export const savedSchema = v.object({ savedBy: v.nullable(v.string()), savedAt: v.nullable(v.string()) })
