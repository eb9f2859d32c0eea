import type { FieldSchema, TableSchema } from '@app/contracts/table-schema'

type FieldKind = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'unknown'

const kinds = new Set(['string', 'number', 'integer', 'boolean', 'array'])

/** The kind of a field's values. The format `checkbox` makes a boolean of any type. */
export function kindOf(field: FieldSchema): FieldKind {
  if (field.format === 'checkbox') return 'boolean'
  return kinds.has(field.type) ? (field.type as FieldKind) : 'unknown'
}

/** Fields that the service sets on every record. */
const systemFields = ['id', 'created_at', 'updated_at'] as const

export const isSystemField = (name: string) => (systemFields as readonly string[]).includes(name)

/** `birth_date` -> `Birth Date`. */
export const wordsOf = (name: string) =>
  name
    .split('_')
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')

export const titleOf = (name: string, field: FieldSchema | undefined) => field?.title ?? wordsOf(name)

/** The fields that hold the address of an uploaded file. */
export const fileFields = ({ properties }: TableSchema): string[] =>
  Object.keys(properties).filter((name) => ['file', 'image'].includes(properties[name]!.format ?? ''))

/** Listed as required and not read-only. */
export const isRequired = (schema: TableSchema, name: string) =>
  schema.required?.includes(name) === true && schema.properties[name]?.readOnly !== true

type Choice = Pick<FieldSchema, 'enum' | 'enumNames'>

/** The options of a choice, each with its label. */
export const optionsOf = ({ enum: values = [], enumNames }: Choice = {}): { value: string; label: string }[] =>
  values.map((value, at) => ({ value: String(value), label: enumNames?.[at] ?? String(value) }))

/** The part of a field that offers these options. */
export const choiceOf = (options: readonly { value: string; label: string }[]) => ({
  enum: options.map(({ value }) => value),
  enumNames: options.map(({ label }) => label),
})

/** The label of an option; a value that is no longer offered is its own label. */
export function optionLabel(choice: Choice | undefined, value: unknown): string {
  const at = choice?.enum?.indexOf(value as string | number) ?? -1
  return choice?.enumNames?.[at] ?? (typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Null, a text without a visible character, or an empty list. */
export const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(value)) ||
  (Array.isArray(value) && value.length === 0)
