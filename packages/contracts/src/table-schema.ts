import * as v from 'valibot'

const label = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
const description = v.pipe(v.string(), v.maxLength(2_000))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const bound = v.pipe(
  v.number(),
  v.check((value) => Number.isFinite(value)),
)
const option = v.union([v.string(), bound])
const word = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_-]{0,30}$/))
const tableName = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9_]{0,62}$/, 'must begin with a small letter and hold small letters, digits and _ alone'),
)
const fieldName = v.pipe(v.string(), v.maxLength(63))
const day = v.pipe(v.string(), v.isoDate())

export const tone = v.picklist(['gray', 'green', 'amber', 'red', 'blue', 'purple'])
export type Tone = v.InferOutput<typeof tone>

/** All given parts must hold. The parts about days do not hold for an empty value. */
export const condition = v.strictObject({
  field: fieldName,
  equals: v.optional(v.union([v.string(), v.number(), v.boolean()])),
  empty: v.optional(v.boolean()),
  before: v.optional(v.union([v.literal('today'), day])),
  // From today up to so many days ahead.
  within_days: v.optional(count),
  // Years of age, of a date of birth.
  younger_than: v.optional(count),
})
export type Condition = v.InferOutput<typeof condition>
const conditions = v.pipe(v.array(condition), v.minLength(1), v.maxLength(10))

const dateBound = v.union([v.literal('today'), day, v.strictObject({ field: fieldName })])
export type DateBound = v.InferOutput<typeof dateBound>

const choice = {
  enum: v.optional(v.pipe(v.array(option), v.minLength(1), v.maxLength(500))),
  enumNames: v.optional(v.array(v.string())),
  enumColors: v.optional(v.array(tone)),
  // People that a place has room for at one time; null where there is no limit.
  enumCapacities: v.optional(v.array(v.nullable(v.pipe(count, v.minValue(1), v.maxValue(100_000))))),
}

/** One field. An unknown `type` is allowed: it is shown with a notice and left untouched. */
export const fieldSchema = v.strictObject({
  type: word,
  title: v.optional(label),
  description: v.optional(description),
  format: v.optional(word),
  minLength: v.optional(count),
  maxLength: v.optional(count),
  minimum: v.optional(bound),
  maximum: v.optional(bound),
  minimum_date: v.optional(dateBound),
  maximum_date: v.optional(dateBound),
  required_if: v.optional(conditions),
  pattern: v.optional(v.string()),
  ...choice,
  // The table that a value of the format `reference` is an id of.
  table: v.optional(tableName),
  items: v.optional(
    v.strictObject({ type: v.optional(v.string()), format: v.optional(word), table: v.optional(tableName), ...choice }),
  ),
  maxItems: v.optional(count),
  // An integer field of the same record that limits the number of entries.
  maxItemsField: v.optional(fieldName),
  default: v.optional(v.nullable(v.union([v.string(), v.number(), v.boolean(), v.array(option)]))),
  readOnly: v.optional(v.boolean()),
})
export type FieldSchema = v.InferOutput<typeof fieldSchema>

export const badge = v.strictObject({ label, tone, when: conditions })

const oneValue = 'unless needs a field and one value of it: a text, a number, true or false'

const dueParts = {
  field: fieldName,
  // The words before the day: "certificate ends".
  label,
  // Records with this value are left out, such as equipment that is no longer used.
  unless: v.optional(
    v.strictObject(
      {
        field: fieldName,
        equals: v.union([v.pipe(v.string(), v.nonEmpty(oneValue)), v.number(), v.boolean()], oneValue),
      },
      oneValue,
    ),
  ),
}
const days = v.pipe(count, v.maxValue(900))

/** The fault that lies deepest: of the parts that a rule of either kind has. */
const deepest = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues.toSorted((one, other) => (other.path?.length ?? 0) - (one.path?.length ?? 0))[0]?.message ?? ''

/** A day that is watched: it gives each record a badge, the list a filter, and *Soon* on Today a line. */
const dueRule = v.union(
  [
    // From so many days before the day on; `past` are the words once it has passed.
    v.strictObject({ ...dueParts, dueWithinDays: days, past: v.optional(label) }),
    // Once the day is more than so many days ago.
    v.strictObject({ ...dueParts, overdueAfterDays: days }),
  ],
  ({ issues = [] }) => deepest(issues),
)
export type DueRule = v.InferOutput<typeof dueRule>

/** A table as it describes itself. The rules between its parts are in table-schema, which checks it when it is written. */
export const tableSchema = v.strictObject({
  name: tableName,
  title: v.optional(label),
  // The title of one record: "Lesson".
  singular: v.optional(label),
  // The field that stands for a record; by default the first required text field.
  title_field: v.optional(fieldName),
  description: v.optional(description),
  required: v.optional(v.array(v.string())),
  properties: v.record(v.string(), fieldSchema),
  // False where records are created another way, such as users by signing in.
  creatable: v.optional(v.boolean()),
  // The fields that place a record on a calendar: a start with an end or a length in minutes.
  calendar: v.optional(
    v.strictObject({ start: fieldName, end: v.optional(fieldName), minutes: v.optional(fieldName) }),
  ),
  badges: v.optional(v.pipe(v.array(badge), v.maxLength(20))),
  due: v.optional(v.pipe(v.array(dueRule), v.maxLength(10))),
  // The order of a list that nobody has sorted; by default the newest first.
  first_sort: v.optional(v.strictObject({ field: fieldName, direction: v.picklist(['asc', 'desc']) })),
})
export type TableSchema = v.InferOutput<typeof tableSchema>
