import * as v from 'valibot'
import { patternFault } from './pattern'

const label = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
const description = v.pipe(v.string(), v.maxLength(2_000))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const bound = v.pipe(v.number(), v.finite())
const option = v.union([v.string(), bound])
const choice = {
  enum: v.optional(v.pipe(v.array(option), v.minLength(1), v.maxLength(500))),
  enumNames: v.optional(v.array(v.string())),
}
const named = (field: { enum?: unknown[]; enumNames?: string[] }) =>
  !field.enumNames || field.enumNames.length === field.enum?.length
const ordered = (low?: number, high?: number) => low === undefined || high === undefined || low <= high

/** One field. A `type` we do not know is allowed: it is shown with a notice and left untouched. */
export const fieldSchema = v.pipe(
  v.strictObject({
    type: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,30}$/)),
    title: v.optional(label),
    description: v.optional(description),
    format: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,30}$/))),
    minLength: v.optional(count),
    maxLength: v.optional(count),
    minimum: v.optional(bound),
    maximum: v.optional(bound),
    pattern: v.optional(
      v.pipe(
        v.string(),
        v.check((text) => patternFault(text) === undefined, 'is no safe regular expression'),
      ),
    ),
    ...choice,
    items: v.optional(
      v.pipe(
        v.strictObject({ type: v.optional(v.string()), ...choice }),
        v.check((field) => named(field), 'needs a name for each option'),
      ),
    ),
    default: v.optional(v.nullable(v.union([v.string(), v.number(), v.boolean(), v.array(option)]))),
    readOnly: v.optional(v.boolean()),
  }),
  v.check((field) => named(field), 'needs a name for each option'),
  v.check((field) => ordered(field.minLength, field.maxLength), 'has a minLength above its maxLength'),
  v.check((field) => ordered(field.minimum, field.maximum), 'has a minimum above its maximum'),
)
export type FieldDescriptor = v.InferOutput<typeof fieldSchema>

/** Names that would read as a part of the list query rather than as a field. */
const queryWords = new Set(['page', 'limit', 'sort', 'q'])

/** No operator, no path, no `_id`, nothing that objects inherit, no `__` (it parts a field from a filter's operator). */
const isFieldName = (name: string) =>
  /^[A-Za-z][A-Za-z0-9_]{0,62}$/.test(name) &&
  !name.includes('__') &&
  !(name in {}) &&
  name !== 'prototype' &&
  !queryWords.has(name)

const plainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const properties = v.pipe(
  // Looked at before valibot does: it would drop `__proto__` and its like without a word.
  v.custom<Record<string, unknown>>(
    (value) => plainObject(value) && Object.keys(value).every(isFieldName),
    'must name its fields by letters, digits and single underscores',
  ),
  v.record(v.string(), fieldSchema),
  v.check((fields) => Object.keys(fields).length <= 100, 'has more than 100 fields'),
)

/** The schema of schemas: what a table may say about itself. */
export const descriptorSchema = v.pipe(
  v.strictObject({
    name: v.pipe(
      v.string(),
      v.regex(/^[a-z][a-z0-9_]{0,62}$/),
      v.excludes('__'),
      v.check((name) => !(name in {})),
    ),
    title: v.optional(label),
    description: v.optional(description),
    required: v.optional(v.array(v.string())),
    properties,
    // False where records come about in another way, such as users by signing in.
    creatable: v.optional(v.boolean()),
  }),
  v.check(
    ({ required = [], properties }) => required.every((name) => Object.hasOwn(properties, name)),
    'requires a field that it does not have',
  ),
)
export type Descriptor = v.InferOutput<typeof descriptorSchema>
