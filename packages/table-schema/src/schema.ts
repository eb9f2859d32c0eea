import { type FieldSchema, fieldSchema, type TableSchema, tableSchema } from '@app/contracts/table-schema'
import * as v from 'valibot'
import { isReadable } from './pattern'
import { schemaFault } from './schema-rules'

export type { FieldSchema, TableSchema }

/** True if a list of a field, and that of its items, has an entry for each option, or is not there. */
const isParallel = (list: 'enumNames' | 'enumColors' | 'enumCapacities') => (field: FieldSchema) =>
  [field, field.items].every((one) => !one?.[list] || one[list].length === one.enum?.length)
const isOrdered = (low?: number, high?: number) => low === undefined || high === undefined || low <= high
const refersTo = (field: { format?: string | undefined; table?: string | undefined } | undefined) =>
  (field?.format === 'reference') === (field?.table !== undefined)

/** One field with the rules between its parts. */
const checkedFieldSchema = v.pipe(
  fieldSchema,
  v.check(({ pattern }) => pattern === undefined || isReadable(pattern), 'is no regular expression'),
  v.check(isParallel('enumNames'), 'needs a name for each option'),
  v.check(isParallel('enumColors'), 'needs a color for each option'),
  v.check(isParallel('enumCapacities'), 'needs a capacity, or null, for each option'),
  v.check((field) => isOrdered(field.minLength, field.maxLength), 'has a minLength above its maxLength'),
  v.check((field) => isOrdered(field.minimum, field.maximum), 'has a minimum above its maximum'),
  v.check((field) => refersTo(field) && refersTo(field.items), 'needs the format reference together with a table'),
  v.check((field) => field.table === undefined || field.type === 'string', 'is a reference and must be a string'),
  v.check(
    (field) => field.type === 'array' || (field.maxItems === undefined && field.maxItemsField === undefined),
    'is no array and cannot have maxItems',
  ),
  v.check(
    ({ format, minimum_date: low, maximum_date: high }) =>
      format === 'date' || format === 'date-time' || (low === undefined && high === undefined),
    'is no date and cannot have a minimum_date or maximum_date',
  ),
)

/** Parameters of the list query, and the key under which answers carry labels of referenced records. */
const reservedWords = new Set(['page', 'limit', 'sort', 'q', 'references'])

/** No operator, no path, no `_id`, nothing that objects inherit, no `__` (it separates a field from a filter's operator). */
const isFieldName = (name: string) =>
  /^[A-Za-z][A-Za-z0-9_]{0,62}$/.test(name) &&
  !name.includes('__') &&
  !(name in {}) &&
  name !== 'prototype' &&
  !reservedWords.has(name)

const plainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const properties = v.pipe(
  // Checked before valibot parses the object: it would drop `__proto__` and the like silently.
  v.unknown(),
  v.check(
    (value) => plainObject(value) && Object.keys(value).every(isFieldName),
    'must name its fields by letters, digits and single underscores',
  ),
  v.record(v.string(), checkedFieldSchema),
  v.check((fields) => Object.keys(fields).length <= 100, 'has more than 100 fields'),
)

const parts = {
  ...tableSchema.entries,
  name: v.pipe(
    tableSchema.entries.name,
    v.check((name) => !name.includes('__') && !(name in {})),
  ),
  properties,
}
const withRules = (schema: v.GenericSchema<unknown, TableSchema>): v.GenericSchema<unknown, TableSchema> =>
  v.pipe(
    schema,
    v.check(
      ({ required = [], properties }) => required.every((name) => Object.hasOwn(properties, name)),
      'requires a field that it does not have',
    ),
    v.check(
      (schema) => schemaFault(schema) === undefined,
      ({ input }) => schemaFault(input) ?? '',
    ),
  )

/** The schema of schemas: what a table may say about itself. */
export const checkedTableSchema = withRules(v.strictObject(parts))

/**
 * The same as it is read: without the parts that a later release has described, such as after a roll back, or in a page that was open during
 * an update. Parts of fields and badges are all needed: a condition that is read in part would hold too often.
 */
export const readableTableSchema = withRules(v.object(parts))
