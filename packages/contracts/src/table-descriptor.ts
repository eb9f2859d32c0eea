import * as v from 'valibot'

const label = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
const description = v.pipe(v.string(), v.maxLength(2_000))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const bound = v.pipe(v.number(), v.finite())
const option = v.union([v.string(), bound])
const choice = {
  enum: v.optional(v.pipe(v.array(option), v.minLength(1), v.maxLength(500))),
  enumNames: v.optional(v.array(v.string())),
}
const word = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,30}$/))

/** One field. An unknown `type` is allowed: it is shown with a notice and left untouched. */
export const fieldShape = v.strictObject({
  type: word,
  title: v.optional(label),
  description: v.optional(description),
  format: v.optional(word),
  minLength: v.optional(count),
  maxLength: v.optional(count),
  minimum: v.optional(bound),
  maximum: v.optional(bound),
  pattern: v.optional(v.string()),
  ...choice,
  items: v.optional(v.strictObject({ type: v.optional(v.string()), ...choice })),
  default: v.optional(v.nullable(v.union([v.string(), v.number(), v.boolean(), v.array(option)]))),
  readOnly: v.optional(v.boolean()),
})
export type FieldDescriptor = v.InferOutput<typeof fieldShape>

/** A table as it describes itself. The rules between its parts are in table-schema, which checks it when it is written. */
export const tableDescriptor = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,62}$/)),
  title: v.optional(label),
  description: v.optional(description),
  required: v.optional(v.array(v.string())),
  properties: v.record(v.string(), fieldShape),
  // False where records are created another way, such as users by signing in.
  creatable: v.optional(v.boolean()),
})
export type Descriptor = v.InferOutput<typeof tableDescriptor>
