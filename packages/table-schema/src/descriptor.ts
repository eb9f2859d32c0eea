import { type Descriptor, type FieldDescriptor, fieldShape, tableDescriptor } from '@app/contracts/table-descriptor'
import * as v from 'valibot'
import { patternFault } from './pattern'

export type { Descriptor, FieldDescriptor }

type Choice = { enum?: unknown[] | undefined; enumNames?: string[] | undefined }
const isNamed = (field: Choice | undefined) => !field?.enumNames || field.enumNames.length === field.enum?.length
const isOrdered = (low?: number, high?: number) => low === undefined || high === undefined || low <= high

/** One field with the rules between its parts. */
export const fieldSchema = v.pipe(
  fieldShape,
  v.check(
    ({ pattern }) => pattern === undefined || patternFault(pattern) === undefined,
    'is no safe regular expression',
  ),
  v.check((field) => isNamed(field) && isNamed(field.items), 'needs a name for each option'),
  v.check((field) => isOrdered(field.minLength, field.maxLength), 'has a minLength above its maxLength'),
  v.check((field) => isOrdered(field.minimum, field.maximum), 'has a minimum above its maximum'),
)

/** Parameters of the list query. */
const queryWords = new Set(['page', 'limit', 'sort', 'q'])

/** No operator, no path, no `_id`, nothing that objects inherit, no `__` (it separates a field from a filter's operator). */
const isFieldName = (name: string) =>
  /^[A-Za-z][A-Za-z0-9_]{0,62}$/.test(name) &&
  !name.includes('__') &&
  !(name in {}) &&
  name !== 'prototype' &&
  !queryWords.has(name)

const plainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const properties = v.pipe(
  // Checked before valibot parses the object: it would drop `__proto__` and the like silently.
  v.custom<Record<string, unknown>>(
    (value) => plainObject(value) && Object.keys(value).every(isFieldName),
    'must name its fields by letters, digits and single underscores',
  ),
  v.record(v.string(), fieldSchema),
  v.check((fields) => Object.keys(fields).length <= 100, 'has more than 100 fields'),
)

/** The schema of schemas: what a table may say about itself. */
export const descriptorSchema: v.GenericSchema<unknown, Descriptor> = v.pipe(
  v.strictObject({
    ...tableDescriptor.entries,
    name: v.pipe(
      tableDescriptor.entries.name,
      v.excludes('__'),
      v.check((name) => !(name in {})),
    ),
    properties,
  }),
  v.check(
    ({ required = [], properties }) => required.every((name) => Object.hasOwn(properties, name)),
    'requires a field that it does not have',
  ),
)
